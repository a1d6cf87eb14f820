import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { dealCustomerShape, type FoundDeal } from '../quote/found-deal.ts';
import { HOLD_MS } from './hold.ts';

const readRows = dealRows(dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name')));
const HOUR_MS = 60 * 60_000;
/** Older ones are left alone: other processes take an order over within minutes, so this is not a crash. */
const CHANGED_WITHIN_MS = 30 * 24 * HOUR_MS;
/** The CRM returns the large texts of at most 100 rows in one call. */
const MOST = 100;
/** Orders of an earlier version may never get a copy; up to five pages, so that they do not hide newer ones. */
const MOST_PAGES = 5;

interface SweepContext {
  crm: CrmClient;
  clock: Clock;
  background: BackgroundJobs;
  orders: Unfinished;
  withdrawals: Unfinished;
}

/** What a process that is gone may have left undone. */
interface Unfinished {
  takeOver(found: FoundDeal): Promise<boolean>;
  heldUntil(found: FoundDeal): number | null;
}

/**
 * At the start and every hour, one query: orders that were signed and have no copy sent, and withdrawals, such as a crash
 * leaves. Nobody has to visit them. What another process may still be at is looked at when its hold is over.
 *
 * @returns what ends it
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
        const waitMs = Math.min(HOUR_MS, Math.max(1_000, (againAt ?? Infinity) - clock.now()));
        if (!stopped.signal.aborted) next = setTimeout(sweep, waitMs).unref();
      }
    });
  sweep();
  return () => {
    stopped.abort();
    clearTimeout(next);
  };
}

/** One after another, so that a long outage's orders do not crowd out those who are signing now. @returns when to look again */
async function sweepUnfinished(
  { crm, clock, orders, withdrawals }: SweepContext,
  stopped: AbortSignal,
): Promise<number | null> {
  let againAt: number | null = null;
  for (const row of await readAllUnfinished({ crm, clock })) {
    const { id, survey1_hash: _, ...contact } = unprefixed(row, 'Contact_Name');
    if (id === null || stopped.aborted) continue;
    const found: FoundDeal = { deal: row, contact: { ...contact, id }, unreadable: [] };
    for (const each of [orders, withdrawals]) {
      const heldUntil = each.heldUntil(found);
      const isDone = await each.takeOver(found);
      // What failed just now is tried again as soon as another process's would be.
      const nextAt = isDone ? heldUntil : clock.now() + HOLD_MS;
      if (nextAt !== null) againAt = Math.min(againAt ?? nextAt, nextAt);
    }
  }
  return againAt;
}

/**
 * All pages before anything is done: an order that is finished leaves the list, one that is written to moves to its top, and
 * the rest would shift between pages. Withdrawals stay in it for those 30 days.
 */
async function readAllUnfinished(context: Pick<SweepContext, 'crm' | 'clock'>) {
  const rows = await readUnfinished(context);
  for (let page = 1; page < MOST_PAGES && rows.length === page * MOST; page += 1) {
    rows.push(...(await readUnfinished(context, page * MOST)));
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
