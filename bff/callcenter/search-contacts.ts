import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import type { Stages } from '../crm/stages.ts';
import { isSigned } from '../quote/quote-area.ts';
import type { FoundContact } from '../view-models/callcenter.ts';
import { phoneDigits } from '../view-models/lead-search.ts';
import type { DoNotCall } from './do-not-call.ts';

const MOST_FOUND = 20;
/** Phone numbers are written in many ways; most keep the last digits together. */
const PHONE_END = 6;

const contactRow = contactShape.pick({ id: true, Full_Name: true, Phone: true, Email: true });
const dealRow = z.object({
  id: dealShape.shape.id,
  Contact_Name: dealShape.shape.Contact_Name,
  Stage: dealShape.shape.Stage,
  gaikan_signature_plain: dealShape.shape.gaikan_signature_plain,
  portal_withdrawn_at: dealShape.shape.portal_withdrawn_at,
  portal_declined_at: dealShape.shape.portal_declined_at,
});
type DealRow = z.output<typeof dealRow> & { isWithdrawn: boolean };

/**
 * What is typed beside `%` and `_`, which a `like` may read as "anything", and `\`, which no query can hold: without the
 * rest it would list everybody.
 */
export function searchText(typed: string): string {
  return typed.replace(/[%_\\]/g, '').trim();
}

export interface SearchContext {
  crm: CrmClient;
  doNotCall: DoNotCall;
  stages: Stages;
  notedWithdrawals: Pick<NotedWithdrawals, 'isProven'>;
}

/** Everybody in the CRM who matches a search, in whatever state (decision I11): 2 CRM calls in parallel. */
export async function searchContacts(
  { crm, doNotCall, stages, notedWithdrawals }: SearchContext,
  crmOptions: CrmCallOptions,
  query: string,
): Promise<FoundContact[]> {
  const [contacts, deals] = await Promise.all([
    crm.query(
      coql`select ${columns(fieldsOf(contactRow))} from Contacts where ${criteria(query, '')}
        order by Modified_Time desc limit ${MOST_FOUND}`,
      contactRow,
      crmOptions,
    ),
    crm.query(
      coql`select ${columns(fieldsOf(dealRow))} from Deals where ${criteria(query, 'Contact_Name.')}
        order by Contact_Name.Modified_Time desc limit 200`,
      dealRow,
      crmOptions,
    ),
    stages.read(crmOptions),
  ]);
  // A withdrawal stands by its note as well (decision J4).
  const standing = deals.map((deal) => ({
    ...deal,
    isWithdrawn: deal.portal_withdrawn_at !== null || notedWithdrawals.isProven(deal.id),
  }));
  const dealsOf = Map.groupBy(standing, ({ Contact_Name }) => Contact_Name?.id);
  return contacts.map(({ id, Full_Name, Phone, Email }) => ({
    id,
    Full_Name,
    Phone,
    Email,
    state: doNotCall.has(id) ? 'do_not_call' : stateOf(dealsOf.get(id) ?? [], stages),
  }));
}

/** The state that matters most before a call: something open, else how it ended. */
function stateOf(deals: readonly DealRow[], stages: Stages): FoundContact['state'] {
  if (deals.length === 0) return 'no_deal';
  const states = deals.map((deal) => stateOfDeal(deal, stages));
  return (['open', 'signed', 'withdrawn', 'declined'] as const).find((state) => states.includes(state)) ?? 'closed';
}

/**
 * As the deal's page has it, with one exception (decision I3): drawn signatures are too large to read with a search, so a won
 * deal counts as signed.
 */
function stateOfDeal(deal: DealRow, stages: Stages): FoundContact['state'] {
  const hasName = isSigned({ survey1_signature: null, gaikan_signature_plain: deal.gaikan_signature_plain });
  if (hasName || stages.isWon(deal.Stage)) return deal.isWithdrawn ? 'withdrawn' : 'signed';
  if (stages.isClosed(deal.Stage)) return 'closed';
  return deal.portal_declined_at === null ? 'open' : 'declined';
}

/**
 * Name, e-mail or postcode contains the text; or the phone its last digits. COQL wants its criteria bracketed in pairs.
 */
function criteria(query: string, prefix: '' | 'Contact_Name.') {
  // An underscore is common in mail addresses, and not documented as a wildcard: here it is any text, in either reading.
  const part = `%${query.replace(/%/g, '').replace(/[_\\]/g, '%')}%`;
  const zip = `%${query.replace(/[\s%_\\]/g, '').replace(/^(\d{4})(?=[a-z]{1,2}$)/i, '$1 ')}%`;
  const digits = /^[\d\s+()./-]+$/.test(query) ? phoneDigits(query) : '';
  const column = (name: string) => columns([`${prefix}${name}`]);
  const texts = coql`((${column('Full_Name')} like ${part} or ${column('Email')} like ${part})
    or (${column('Mailing_Zip')} like ${part} or ${column('Mailing_Zip')} like ${zip}))`;
  if (digits.length < 3) return texts;
  const end = `%${digits.slice(-Math.max(PHONE_END, digits.length > 8 ? 8 : PHONE_END))}%`;
  return coql`(${texts} or ${column('Phone')} like ${end})`;
}
