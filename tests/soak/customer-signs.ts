import type { Deal } from '../../bff/view-models/deal.ts';
import { type Customer, dealPress, newTab, newWords } from './customer.ts';
import { look, reload } from './customer-answers.ts';
import { editInCrm } from './sales-ops.ts';
import type { Tab } from './tab.ts';

const ROUNDS = 3;

/** Approves the quote on screen and signs it, sometimes in two tabs at once; a changed quote is read again. */
export async function approveAndSign(customer: Customer): Promise<void> {
  const { tab, chance } = customer;
  await reload(customer);
  await tab.press(dealPress(customer, 'viewed'));
  for (let round = 1; round <= ROUNDS && customer.deal.quoteArea === 'approve'; round += 1) {
    if (!(await approve(customer))) continue;
    await chance.think();
    const { deal } = customer;
    const tabs = chance.is(0.3) ? [tab, newTab(customer)] : [tab];
    const [before, meanwhile] = [chance.is(0.2), chance.is(0.2)];
    if (before) await changeQuote(customer);
    await Promise.all([
      ...tabs.map((each) => sign(customer, each, deal)),
      ...(meanwhile ? [changeQuote(customer)] : []),
    ]);
    await reload(customer);
  }
}

async function approve(customer: Customer): Promise<boolean> {
  const { tab, deal } = customer;
  const body = { survey1_approve_clicked: true, fingerprint: deal.fingerprint };
  const { answer, reported } = await tab.press(dealPress(customer, 'approve', body));
  const now = answer.body.deal as Deal | undefined;
  if (now && reported === 'confirmed') look(customer, now);
  else if (now) customer.deal = now;
  // A slow approval, during which the quote changed, counts for the older quote.
  return reported === 'confirmed' && now?.fingerprint === deal.fingerprint;
}

/** Somebody in the CRM changes the quote just before it is signed. */
async function changeQuote(customer: Customer): Promise<void> {
  await editInCrm(customer, 'Deals', { survey1_pending_subsidy: !customer.deal.survey1_pending_subsidy });
}

async function sign(customer: Customer, tab: Tab, shown: Deal): Promise<void> {
  const { ledger, journey, subject } = customer;
  const name = `Naam ${newWords(customer)}`;
  const body = { gaikan_signature_plain: name, fingerprint: shown.fingerprint };
  const { answer: _, ...span } = await tab.press({ ...dealPress(customer, 'approve', body), write: 'sign' });
  ledger.signings.push({ journey, dealId: subject.dealId, name, shown, ...span });
}

/** "Overeenkomst herroepen". */
export async function withdraw(customer: Customer): Promise<void> {
  const { tab, chance, ledger, journey, subject } = customer;
  if (customer.deal.quoteArea !== 'signed') return;
  const press = { ...dealPress(customer, 'withdraw'), clicks: chance.is(0.3) ? 2 : 1 };
  const { answer: _, ...span } = await tab.press(press);
  ledger.withdrawals.push({ journey, dealId: subject.dealId, ...span });
}
