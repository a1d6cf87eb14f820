import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, inGroups, MOST_VALUES, oneOf, prefixed, unprefixed } from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../crm/clock.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { dealCustomerShape, type FoundDeal } from '../quote/found-deal.ts';
import type { AddressChanges } from './address-changes.ts';
import { HOLD_MS } from './hold.ts';
import type { NotedWithdrawals } from './noted-withdrawals.ts';

const readRows = dealRows(dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name')));
/** Older orders are ignored. A crash is not their cause, because another process takes an order over within minutes. */
const CHANGED_WITHIN_MS = 30 * DAY_MS;
/** In one call the CRM returns the large texts of at most 100 rows. */
const MOST = 100;
/**
 * Orders that an earlier version of the portal left without a copy may stay in the list. Five pages leave room for
 * other orders.
 */
const MOST_PAGES = 5;

interface SweepContext {
  crm: CrmClient;
  clock: Clock;
  background: BackgroundJobs;
  orders: Unfinished;
  withdrawals: Unfinished;
  notedWithdrawals: NotedWithdrawals;
  addressChanges: Pick<AddressChanges, 'read'>;
}

/** Work that a dead process may have left unfinished. */
interface Unfinished {
  resume(found: FoundDeal): Promise<boolean>;
  heldUntil(found: FoundDeal): number | null;
}

/**
 * At the start and every hour, reads the notes of withdrawals. Then finishes the work that a crash left behind:
 * withdrawals, and signed orders without a sent copy, even if nobody opens them. Work that another process may still be
 * doing is checked again when its lease ends.
 *
 * @returns a function that stops it
 */
export function sweepEveryHour(context: SweepContext): () => void {
  const { background, clock } = context;
  const stopped = new AbortController();
  let next: NodeJS.Timeout | undefined;
  const sweep = () =>
    background.run('orders.sweep', async () => {
      let againAt: number | null = clock.now() + HOLD_MS;
      try {
        againAt = await sweepUnfinished(context, stopped.signal);
      } finally {
        const waitMs = Math.min(HOUR_MS, Math.max(SECOND_MS, (againAt ?? Infinity) - clock.now()));
        if (!stopped.signal.aborted) next = setTimeout(sweep, waitMs).unref();
      }
    });
  sweep();
  return () => {
    stopped.abort();
    clearTimeout(next);
  };
}

/**
 * Finishes orders one after another, so that the backlog of a long outage does not delay customers who sign now.
 * @returns when to sweep again
 */
async function sweepUnfinished(
  { crm, clock, orders, withdrawals, notedWithdrawals, addressChanges }: SweepContext,
  stopped: AbortSignal,
): Promise<number | null> {
  let againAt: number | null = null;
  await Promise.all([
    notedWithdrawals.read(crmOptionsFor('background')),
    addressChanges.read(crmOptionsFor('background')),
  ]);
  const rows = await readAllUnfinished({ crm, clock });
  rows.push(...(await readNoted(crm, notedWithdrawals.dealIds, new Set(rows.map(({ id }) => id)))));
  for (const row of rows) {
    const { id, survey1_hash: _, ...contact } = unprefixed(row, 'Contact_Name');
    if (id === null || stopped.aborted) continue;
    const asRead = { deal: row, contact: { ...contact, id }, unreadable: [] };
    const found = await notedWithdrawals.asRecorded(crmOptionsFor('background'), asRead);
    for (const each of [orders, withdrawals]) {
      const heldUntil = each.heldUntil(found);
      const isDone = await each.resume(found);
      // Work that is not done is tried again after the time of one lease, because another process may just have taken
      // it over.
      const nextAt = isDone ? heldUntil : clock.now() + HOLD_MS;
      if (nextAt !== null) againAt = Math.min(againAt ?? nextAt, nextAt);
    }
  }
  return againAt;
}

/**
 * Reads all pages before any work. A finished order leaves the list, and a changed order moves to its top, so the pages
 * would shift. A withdrawal stays in the list until 30 days after the last change of its deal.
 */
async function readAllUnfinished(context: Pick<SweepContext, 'crm' | 'clock'>) {
  const rows = await readUnfinished(context);
  for (let page = 1; page < MOST_PAGES && rows.length === page * MOST; page += 1) {
    rows.push(...(await readUnfinished(context, page * MOST)));
  }
  return rows;
}

/** The deals with a withdrawal note that are not in `known`, for example because their field is empty. */
export async function readNoted(crm: CrmClient, noted: readonly string[], known: ReadonlySet<string>) {
  const rows: Awaited<ReturnType<typeof readUnfinished>> = [];
  const ids = noted.filter((id) => !known.has(id));
  for (const some of inGroups(ids, MOST_VALUES)) {
    const query = coql`from Deals where id in ${oneOf(some)} limit ${MOST}`;
    rows.push(...(await readRows(crm, query, crmOptionsFor('background'))));
  }
  return rows;
}

export function readUnfinished({ crm, clock }: Pick<SweepContext, 'crm' | 'clock'>, offset = 0) {
  const since = crmInstant(clock.now() - CHANGED_WITHIN_MS);
  return readRows(
    crm,
    coql`from Deals
      where (((gaikan_signature_plain is not null and portal_copy_sent_at is null) or portal_withdrawn_at is not null)
        and Modified_Time >= ${since})
      order by Modified_Time desc limit ${MOST} offset ${offset}`,
    crmOptionsFor('background'),
  );
}
