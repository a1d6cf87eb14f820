import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { type KnownLinks, linkName } from '../access/known-links.ts';
import { isSameHash, type SurveyHash } from '../access/survey-hash.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { ProblemError } from '../http/problems.ts';
import { watched } from '../quote/unreadable-fields.ts';
import { type Customer, customerShape, type FoundContact } from './found-contact.ts';
import type { UntouchedCheckboxes } from './untouched-checkboxes.ts';

export interface ContactReadContext {
  crm: CrmClient;
  untouchedCheckboxes: UntouchedCheckboxes;
  knownLinks: KnownLinks;
  notedWithdrawals: Pick<NotedWithdrawals, 'withNoted' | 'isProven'>;
}

/** What the lookup of the deal tells already is no column of its own: a query may join 15 at most. */
const joinedShape = customerShape.omit({ id: true, Full_Name: true });
const readRows = dealRows(dealShape.extend(prefixed(joinedShape, 'Contact_Name')));

const MOST_DEALS = 50;

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
  const rows = await readRows(
    context.crm,
    coql`from Deals where Contact_Name.survey1_hash = ${hash} order by Created_Time asc limit ${MOST_DEALS}`,
    crmOptions,
  );
  const [first] = rows;
  if (!first) return { customer: await readWithoutDeals(context, crmOptions, hash), deals: [], drifts };
  const found = first.Contact_Name;
  if (!found || rows.some((row) => row.Contact_Name?.id !== found.id)) throw new ProblemError('unknown_link');
  const fields = unprefixed(first, 'Contact_Name');
  const customer = { ...fields, id: found.id, Full_Name: found.name ?? fullNameOf(fields) };
  if (!isSameHash(customer.survey1_hash, hash)) throw new ProblemError('unknown_link');
  const dealIds = rows.map((row) => row.id);
  context.knownLinks.learn(linkName(hash), dealIds, rows.length < MOST_DEALS);
  const { notedWithdrawals } = context;
  const noted = await Promise.all(
    rows.map((deal) => notedWithdrawals.withNoted({ deal, contact: customer, unreadable: [] }, asked)),
  );
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
  const found = await context.crm.query(
    coql`select ${columns(fieldsOf(customerShape))} from Contacts where survey1_hash = ${hash} limit 2`,
    customerShape,
    crmOptions,
  );
  const [customer] = found;
  if (!customer || found.length > 1 || !isSameHash(customer.survey1_hash, hash)) throw new ProblemError('unknown_link');
  context.knownLinks.learn(linkName(hash), [], true);
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
