import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, recordId } from '../../crm-contract/coql.ts';
import { type Deal, dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { type KnownLinks, linkName } from '../access/known-links.ts';
import { isSameHash, type SurveyHash } from '../access/survey-hash.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import { dealRows } from '../crm/deal-rows.ts';
import type { SchemaDriftReporter } from '../crm/schema-drift.ts';
import { ProblemError } from '../http/problems.ts';
import { dealCustomerShape, type FoundDeal } from '../quote/found-deal.ts';
import { readOwnProducts } from '../quote/own-products.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';
import { unreadableOfDeal, watched } from '../quote/unreadable-fields.ts';

export interface DealReadContext {
  crm: CrmClient;
  schemaDrift: Pick<SchemaDriftReporter, 'report'>;
  notedWithdrawals: Pick<NotedWithdrawals, 'withNoted' | 'isProven'>;
}

/** What a customer's own deals are read with. */
export interface OwnDealContext extends DealReadContext {
  knownLinks: KnownLinks;
}

const rowShape = dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name'));
const readRows = dealRows(rowShape);

/** Reads one deal for one customer; throws `not_found` when it does not exist or is another customer's. */
export type ReadDeal = (crmOptions: CrmCallOptions) => Promise<FoundDeal>;

/**
 * A deal with the contact behind a survey hash, in one CRM call: the query asks for both, so another contact's deal, a
 * missing deal and an unknown hash give the same empty answer (decision B3). A second call reads the products of an
 * older quote that does not name them.
 */
export function dealReader(context: OwnDealContext, hash: SurveyHash, dealId: string): ReadDeal {
  const { knownLinks } = context;
  const link = linkName(hash);
  const readOwn: ReadDeal = async (asked) => {
    if (knownLinks.surelyNotOwns(link, dealId)) throw new ProblemError('not_found');
    const { crmOptions, drifts } = watched(asked);
    const rows = await readRows(
      context.crm,
      coql`from Deals where id = ${recordId(dealId)} and Contact_Name.survey1_hash = ${hash} limit 2`,
      crmOptions,
    );
    const [row] = rows;
    if (!row) await learnOwnDeals(context, asked, hash);
    if (!row || rows.length > 1 || row.id !== dealId) throw new ProblemError('not_found');
    const { survey1_hash, id, ...contact } = unprefixed(row, 'Contact_Name');
    if (!isSameHash(survey1_hash, hash) || id === null) throw new ProblemError('not_found');
    knownLinks.learn(link, [row.id]);
    const ownProducts = await readOwnProducts(context, asked, row);
    const unreadable = unreadableOfDeal(drifts, row.id);
    const found = { deal: row, contact: { ...contact, id }, ownProducts, unreadable };
    return context.notedWithdrawals.withNoted(found, asked);
  };
  return async (asked) => {
    if (knownLinks.owns(link, dealId)) return readOwn(asked);
    // Made-up deals one by one: the first refusal answers for those that follow.
    const first = await knownLinks.oneByOne(link, async () =>
      knownLinks.owns(link, dealId) ? undefined : readOwn(asked),
    );
    return first ?? readOwn(asked);
  };
}

const MOST_LISTED = 200;
const listedShape = rowShape.pick({ id: true, 'Contact_Name.survey1_hash': true });

/** After a deal that is not this link's: which ones are, so that the next made-up one costs the CRM nothing. */
async function learnOwnDeals(
  { crm, knownLinks }: OwnDealContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<void> {
  const link = linkName(hash);
  if (!knownLinks.isKnown(link)) return;
  const rows = await listOwnDeals(crm, crmOptions, hash);
  const own = rows.filter((row) => isSameHash(row['Contact_Name.survey1_hash'], hash)).map(({ id }) => id);
  knownLinks.learn(link, own, rows.length < MOST_LISTED);
}

/** Whether a deal still is this link's, in one CRM call. Throws `not_found`. */
export async function confirmOwnDeal(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  dealId: string,
): Promise<void> {
  const rows = await crm.query(
    coql`select ${columns(fieldsOf(listedShape))} from Deals where id = ${recordId(dealId)} and Contact_Name.survey1_hash = ${hash} limit 2`,
    listedShape,
    crmOptions,
  );
  const [row] = rows;
  if (!row || rows.length > 1 || row.id !== dealId || !isSameHash(row['Contact_Name.survey1_hash'], hash)) {
    throw new ProblemError('not_found');
  }
}

/** The ids of the deals of this link, each with the link as the CRM has it. */
export function listOwnDeals(crm: CrmClient, crmOptions: CrmCallOptions, hash: SurveyHash) {
  return crm.query(
    coql`select ${columns(fieldsOf(listedShape))} from Deals where Contact_Name.survey1_hash = ${hash} limit ${MOST_LISTED}`,
    listedShape,
    crmOptions,
  );
}

/** For the CRM's client a quote is text; invalid JSON in it is reported like any unexpected field. */
export function reportUnreadableCalc(
  { schemaDrift }: Pick<DealReadContext, 'schemaDrift'>,
  { id, survey1_calc }: Deal,
): void {
  if (survey1_calc === null || parseStoredCalc(survey1_calc) !== null) return;
  schemaDrift.report({ module: 'Deals', id, field: 'survey1_calc', problem: 'unreadable' });
}
