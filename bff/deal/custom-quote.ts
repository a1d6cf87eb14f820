import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createTaskOnce } from '../crm/notes-and-tasks.ts';
import { customQuoteTask } from '../crm/texts/task-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { DealAnswers } from '../view-models/answers.ts';

/** "L" and "XL" have no price: a colleague makes the quote (decision C4). */
export function needsCustomQuote(changed: DealAnswers): boolean {
  return changed.gaikan_saltion_battery_modules === 'L' || changed.gaikan_saltion_battery_modules === 'XL';
}

/** Creates a task for the deal's owner before the answer is stored: a retry finds the task and creates no second. */
export async function askForCustomQuote(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  { deal, contact }: FoundDeal,
  changed: DealAnswers,
): Promise<void> {
  const size = changed.gaikan_saltion_battery_modules ?? '';
  await createTaskOnce(
    context,
    crmOptions,
    { module: 'Deals', id: deal.id },
    {
      ...customQuoteTask(size),
      Who_Id: { id: contact.id },
      What_Id: { id: deal.id },
      ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
    },
  );
}
