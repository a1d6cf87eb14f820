import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { prefixed, unprefixed } from '../../crm-contract/shapes/prefixed.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { dealCustomerShape } from '../quote/found-deal.ts';
import type { Orders } from './orders.ts';

const rowShape = z.compile(dealShape.extend(prefixed(dealCustomerShape, 'Contact_Name')));
const HOUR_MS = 60 * 60_000;
/** What nobody finished by then is older than this portal's own trouble; the signing process held it for minutes. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;
const MOST = 200;

interface SweepContext {
  crm: CrmClient;
  clock: Clock;
  background: BackgroundJobs;
  orders: Pick<Orders, 'takeOver'>;
}

/** Orders that were signed and have no copy sent, such as a crash leaves: one query. Nobody has to visit them. */
export async function sweepUnsentCopies({ crm, clock, orders }: SweepContext): Promise<void> {
  const since = crmInstant(clock.now() - LOOK_BACK_MS);
  const rows = await crm.query(
    coql`select ${columns(fieldsOf(rowShape))} from Deals
      where ((gaikan_signature_plain is not null and portal_copy_sent_at is null) and Modified_Time >= ${since})
      order by Modified_Time desc limit ${MOST}`,
    rowShape,
    crmOptionsFor('background'),
  );
  for (const row of rows) {
    const { id, survey1_hash: _, ...contact } = unprefixed(row, 'Contact_Name');
    if (id !== null) orders.takeOver({ deal: row, contact: { ...contact, id }, unreadable: [] });
  }
}

/** At the start and every hour. @returns what ends it */
export function sweepEveryHour(context: SweepContext): () => void {
  const sweep = () => context.background.run('orders.sweep', () => sweepUnsentCopies(context));
  sweep();
  const timer = setInterval(sweep, HOUR_MS).unref();
  return () => clearInterval(timer);
}
