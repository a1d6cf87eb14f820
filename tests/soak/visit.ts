import type { Deal } from '../../bff/view-models/deal.ts';
import { type Customer, newTab, type Visitor } from './customer.ts';
import { answerSurvey, fillInDetails, reload } from './customer-answers.ts';
import { ask, sendPhotos, trespass } from './customer-sends.ts';
import { approveAndSign, withdraw } from './customer-signs.ts';

type Command = (customer: Customer) => Promise<void>;

const COMMANDS: readonly Command[] = [
  ...[answerSurvey, answerSurvey, answerSurvey, answerSurvey, fillInDetails, fillInDetails, reload],
  ...[sendPhotos, ask, approveAndSign, approveAndSign, trespass, withdraw],
];

/** A visit: the link, then random actions, and at the end the purpose: approve and sign. */
export async function visit(who: Visitor): Promise<void> {
  const tab = newTab(who);
  await tab.read('/api/contacts/verify');
  const first = (await tab.read(`/api/contacts/deals/${who.subject.dealId}`))?.body.deal as Deal | undefined;
  if (!first) return;
  const customer: Customer = { ...who, tab, deal: first, presses: 0 };
  const commands = who.chance.int(4, 9);
  for (let n = 1; n <= commands; n += 1) {
    await who.chance.think();
    await who.chance.pick(COMMANDS)(customer);
  }
  await approveAndSign(customer);
  await reload(customer);
}
