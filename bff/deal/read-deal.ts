import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { unprefixed } from '../../crm-contract/coql.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { isSameHash, type KnownLinks, linkName, type SurveyHash } from '../access/survey-link.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import type { SchemaDriftReporter } from '../crm/schema/schema.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { ProblemError } from '../http/problems.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { LinkReads } from '../quote/link-reads.ts';
import { unreadableOfDeal, watched } from '../quote/quote-inputs.ts';
import { readOwnProducts } from '../quote/stored-calc.ts';
import type { LeadTold } from '../view-models/timeline.ts';

export interface DealReadContext {
  crm: CrmClient;
  schemaDrift: Pick<SchemaDriftReporter, 'report'>;
  notedWithdrawals: Pick<NotedWithdrawals, 'asRecorded'>;
}

/** The context for reading a customer's own deals. */
export interface OwnDealContext extends DealReadContext {
  linkReads: LinkReads;
  knownLinks: KnownLinks;
}

/** Reads one deal for one customer; throws `not_found` if it does not exist or belongs to another customer. */
export type ReadDeal = (crmOptions: CrmCallOptions) => Promise<FoundDeal>;

/**
 * A deal with the contact of a survey hash, in one CRM call: the query filters by both, so another contact's deal, a
 * missing deal and an unknown hash give the same empty answer (decision B3). A second call reads the products of an
 * older quote that does not name them.
 */
export function dealReader(context: OwnDealContext, hash: SurveyHash, dealId: string): ReadDeal {
  return async (asked) => {
    const { crmOptions, drifts } = watched(asked);
    const row = await readOwn(context, crmOptions, hash, dealId);
    const { survey1_hash, id, ...contact } = unprefixed(row, 'Contact_Name');
    if (id === null) throw new ProblemError('not_found');
    context.knownLinks.learn(linkName(hash), [row]);
    const ownProducts = await readOwnProducts(context, asked, row);
    const unreadable = unreadableOfDeal(drifts, row.id);
    const found = { deal: row, contact: { ...contact, id }, ownProducts, unreadable };
    return context.notedWithdrawals.asRecorded(asked, found);
  };
}

/** The CRM's deal, if it belongs to this link. Throws `not_found`. */
export async function readOwn(
  { linkReads }: Pick<OwnDealContext, 'linkReads'>,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  dealId: string,
) {
  const rows = await linkReads.ownDeal(hash, dealId, crmOptions);
  const [row] = rows;
  const isOwn = row && rows.length === 1 && row.id === dealId && isSameHash(row['Contact_Name.survey1_hash'], hash);
  if (!isOwn) throw new ProblemError('not_found');
  return row;
}

/** Tells open panels of the desk what a customer did. */
export interface DeskNews {
  tellDesk(found: FoundDeal, what: LeadTold['what']): void;
}

/**
 * Runs a change of a deal under the deal's lock; changes by staff use the same lock. A legal act goes before saves,
 * because a script could send saves without pause. Only the deal's customer may occupy the lock. So if a link is not
 * yet known to own the deal, the deal is first read without the lock.
 */
export async function changeWithLock<T>(
  context: OwnDealContext & { dealMutex: KeyedMutex },
  hash: SurveyHash,
  dealId: string,
  { isAct, work }: { isAct: boolean; work: (read: ReadDeal) => Promise<T> },
): Promise<T> {
  const read = dealReader(context, hash, dealId);
  // This read is as urgent as the work, because a withdrawal must not wait for reads or for tomorrow's credits.
  if (!context.knownLinks.seen(linkName(hash), dealId)) await read(crmOptionsFor(isAct ? 'sign' : 'save'));
  return context.dealMutex.run(dealId, () => work(read), isAct);
}
