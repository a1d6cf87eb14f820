import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { dealCustomerShape } from '../quote/found-deal.ts';
import type { Orders } from './orders.ts';

const readRows = dealRows(dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name')));
const HOUR_MS = 60 * 60_000;
/** What nobody finished by then is older than this portal's own trouble; the signing process held it for minutes. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;
/** As many as their large texts can be read of in one call (crm-api §2.2). */
const MOST = 100;

interface SweepContext {
  crm: CrmClient;
  clock: Clock;
  background: BackgroundJobs;
  orders: Pick<Orders, 'takeOver'>;
}

/** Orders that were signed and have no copy sent, such as a crash leaves: one query. Nobody has to visit them. */
export async function sweepUnsentCopies({ crm, clock, orders }: SweepContext): Promise<void> {
  for (const row of await readUnsentCopies({ crm, clock })) {
    const { id, survey1_hash: _, ...contact } = unprefixed(row, 'Contact_Name');
    if (id !== null) orders.takeOver({ deal: row, contact: { ...contact, id }, unreadable: [] });
  }
}

export function readUnsentCopies({ crm, clock }: Pick<SweepContext, 'crm' | 'clock'>) {
  const since = crmInstant(clock.now() - LOOK_BACK_MS);
  return readRows(
    crm,
    coql`from Deals
      where ((gaikan_signature_plain is not null and portal_copy_sent_at is null) and Modified_Time >= ${since})
      order by Modified_Time desc limit ${MOST}`,
    crmOptionsFor('background'),
  );
}

/** At the start and every hour. @returns what ends it */
export function sweepEveryHour(context: SweepContext): () => void {
  const sweep = () => context.background.run('orders.sweep', () => sweepUnsentCopies(context));
  sweep();
  const timer = setInterval(sweep, HOUR_MS).unref();
  return () => clearInterval(timer);
}
