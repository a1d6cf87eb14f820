import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { retryRefused } from '../crm/leave-message.ts';
import { createDealTaskOnce, createNoteOnce } from '../crm/notes-and-tasks.ts';
import { customQuoteTask } from '../crm/texts/task-texts.ts';
import type { Log } from '../http/logging.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { DealAnswers } from '../view-models/answers.ts';

/** "L" and "XL" have no price: a colleague makes the quote (decision C4). */
export function needsCustomQuote(changed: DealAnswers): boolean {
  return changed.gaikan_saltion_battery_modules === 'L' || changed.gaikan_saltion_battery_modules === 'XL';
}

/**
 * Creates a task for the deal's owner before the answer is stored: a retry finds the task and creates no second. Where the
 * CRM refuses it, a note says the same, and the answer is not lost for it (decision J5).
 */
export async function askForCustomQuote(
  context: CrmWriter & { log: Log },
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  changed: DealAnswers,
): Promise<void> {
  const parent = { module: 'Deals', id: found.deal.id } as const;
  const { Subject, Description } = customQuoteTask(changed.gaikan_saltion_battery_modules ?? '');
  const leaveTask = (asked: CrmCallOptions) => createDealTaskOnce(context, asked, found, { Subject, Description });
  try {
    await leaveTask(crmOptions);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const isThis = ({ Note_Title }: Note) => Note_Title === Subject;
    const note = { Note_Title: Subject, Note_Content: Description };
    await createNoteOnce(context, crmOptions, parent, note, isThis, { lookFirst: true });
    retryRefused(context, found.deal.id, () => leaveTask(crmOptionsFor('background')));
  }
}
