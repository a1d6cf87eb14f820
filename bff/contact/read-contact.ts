import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { unprefixed } from '../../crm-contract/coql.ts';
import { type KnownLinks, linkName } from '../access/known-links.ts';
import { isSameHash, type SurveyHash } from '../access/survey-hash.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import { ProblemError } from '../http/problems.ts';
import { type LinkReads, MOST_DEALS } from '../quote/link-reads.ts';
import { watched } from '../quote/quote-inputs.ts';
import type { Customer, FoundContact } from './found-contact.ts';
import { readLinkedContact } from './read-contact-id.ts';
import type { UntouchedCheckboxes } from './untouched-checkboxes.ts';

export interface ContactReadContext {
  linkReads: LinkReads;
  untouchedCheckboxes: UntouchedCheckboxes;
  knownLinks: KnownLinks;
  notedWithdrawals: Pick<NotedWithdrawals, 'withNoted' | 'isProven'>;
}

/**
 * The contact behind a survey hash with their complete deals, because the first deal is usually shown next: one CRM
 * call for a customer with deals, two for one without.
 * Throws `unknown_link` unless the record found has exactly this hash and is the only one.
 */
export async function readContact(
  context: ContactReadContext,
  asked: CrmCallOptions,
  hash: SurveyHash,
): Promise<FoundContact> {
  const { crmOptions, drifts } = watched(asked);
  const rows = (await context.linkReads.withDeals(hash, crmOptions)).slice(0, MOST_DEALS);
  const [first] = rows;
  if (!first) return { customer: await readWithoutDeals(context, crmOptions, hash), deals: [], drifts };
  const found = first.Contact_Name;
  if (!found || rows.some((row) => row.Contact_Name?.id !== found.id)) throw new ProblemError('unknown_link');
  const fields = unprefixed(first, 'Contact_Name');
  const customer = { ...fields, id: found.id, Full_Name: found.name ?? fullNameOf(fields) };
  if (!isSameHash(customer.survey1_hash, hash)) throw new ProblemError('unknown_link');
  context.knownLinks.learn(linkName(hash), rows);
  const { notedWithdrawals } = context;
  const noted = rows.map((deal) => notedWithdrawals.withNoted({ deal, contact: customer, unreadable: [] }));
  return { customer, deals: noted.map(({ deal }) => deal), drifts };
}

/** A lookup may come without the name of what it leads to. */
function fullNameOf({ First_Name, Last_Name }: Pick<Customer, 'First_Name' | 'Last_Name'>): string | null {
  return [First_Name, Last_Name].filter(Boolean).join(' ') || null;
}

async function readWithoutDeals(
  context: ContactReadContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<Customer> {
  const customer = await readLinkedContact(context, crmOptions, hash);
  const isAnswered = !isOnlyNo(customer) || (await context.untouchedCheckboxes.readNull(crmOptions));
  return isAnswered ? customer : { ...customer, survey_1_has_solar_panels: null };
}

/** A "no" with no other answer: in some CRMs an untouched checkbox reads so. */
function isOnlyNo(customer: Customer): boolean {
  const more =
    customer.survey1_number_of_panels ??
    customer.survey1_panels_age ??
    customer.survey1_preferred_battery_size ??
    customer.survey1_battery_box_distance_m;
  return customer.survey_1_has_solar_panels === false && more === null;
}
