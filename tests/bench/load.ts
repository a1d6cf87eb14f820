import { startChildPortal } from '../load/child-portal.ts';
import { type Crowd, crowd } from '../load/overload.ts';
import { restartUnderLoad } from '../load/restarts.ts';
import { listSubjects } from '../soak/stage-crm.ts';
import { figures, limited, percentile, type Row } from './table.ts';

const ROUNDS = 3;
/** People repeat without a pause: more than ten times what the CRM accepts with one query for each read. */
const PEOPLE = 200;
const REQUESTS = 12_000;
const CRM_SLOTS = 10;
const OUR_SLOTS = 8;
const CRM_MS = 50;
const RESTARTS = 100;
const WRITERS = 8;

/** More than ten times the CRM's capacity, and a hundred restarts while people write. */
export async function benchLoad(): Promise<Row[]> {
  return [...(await benchOverload()), ...(await benchRestarts())];
}

async function benchOverload(): Promise<Row[]> {
  const portal = await startChildPortal({ contacts: PEOPLE, concurrency: CRM_SLOTS, latencyMs: CRM_MS });
  try {
    const people = await listSubjects(portal.crmUrl);
    await crowd(portal, people, 1_000);
    await portal.sandbox('DELETE', '/sandbox/at-once');
    const rounds: Crowd[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await crowd(portal, people, REQUESTS));
    const { most } = await portal.sandbox<{ most: number }>('GET', '/sandbox/at-once');
    const rowOf = (what: string, unit: string, figure: (round: Crowd) => number, atMost?: number) =>
      figures(what, unit, rounds.map(figure), atMost === undefined ? undefined : { atMost });
    return [
      rowOf('overload: answered right', 'requests/s', ({ rightMs, tookMs }) => (rightMs.length * 1_000) / tookMs),
      rowOf('… answered otherwise, also "busy"', 'requests', ({ wrong }) => wrong.length, 0),
      rowOf('… p95 of the right answers', 'ms', ({ rightMs }) => percentile(rightMs, 0.95), 2_000),
      rowOf('… slowest /livez meanwhile', 'ms', ({ alive }) => alive.slowestMs),
      rowOf('… memory above before', 'MB', ({ grownMb }) => grownMb, 150),
      limited('… most CRM calls at once', 'calls', most, OUR_SLOTS),
    ];
  } finally {
    await portal.close();
  }
}

async function benchRestarts(): Promise<Row[]> {
  const portal = await startChildPortal({ contacts: WRITERS }, { DRAIN_DELAY_MS: '500' });
  try {
    const endings = Array.from({ length: RESTARTS }, () => 'SIGTERM' as const);
    const ledger = await restartUnderLoad(portal, await listSubjects(portal.crmUrl), endings);
    return [
      figures(`${RESTARTS} restarts under load: confirmed`, 'writes', [ledger.confirmed]),
      limited('… confirmed and not in the CRM', 'writes', ledger.missing.length, 0),
      limited('… in the CRM more than once', 'writes', ledger.doubled.length, 0),
      limited('… sent and never answered', 'writes', ledger.unanswered, 0),
    ];
  } finally {
    await portal.close();
  }
}
