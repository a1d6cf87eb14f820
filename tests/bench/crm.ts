import { leadHash } from '../../fixtures/crm-sandbox/seed/generated-leads.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { ownersOf, staffOf } from '../bff/staff.ts';
import { benchDesk } from './crm-desk.ts';
import { CALLS_OF_A_LOOK, look, lookAround, mostAtOnce } from './crowd.ts';
import { figures, limited, median, type Row } from './table.ts';

const LIMIT = 10;
/** Slots that the client keeps for staff and signing (crm-contract/http/limiter.ts); the crowd gets the others. */
const KEPT_FOR_STAFF = 2;
const LATENCY_MS = 200;
const CROWD = 60;
const LARGE_CROWD = 400;
const ROUNDS = 5;
const ROUND_MS = 6_000;
/** The number of looks in a second if each read were its own query, as without batches. */
const ONE_QUERY_EACH = (LIMIT - KEPT_FOR_STAFF) / (CALLS_OF_A_LOOK * (LATENCY_MS / 1000));
const NEXT_LEAD_MS = 3_000;

/** The CRM is the scarce resource: how much of it is used. */
export async function benchCrm(): Promise<Row[]> {
  return [...(await crowd()), ...(await benchDesk())];
}

/** People open their link and their quote again and again; they are more than the CRM accepts calls at once. */
async function crowd(): Promise<Row[]> {
  const portal = await startPortal({ LOG_LEVEL: 'silent', CRM_MAX_CONCURRENCY: String(LIMIT) }, undefined, {
    contacts: LARGE_CROWD,
    latencyMs: LATENCY_MS,
    concurrency: LIMIT,
  });
  try {
    const alone = await lookAlone(portal);
    const own = await crowdOf(portal, CROWD, leadHash);
    const one = await crowdOf(portal, CROWD, () => leadHash(1));
    const large = await crowdOf(portal, LARGE_CROWD, leadHash);
    const what = `with one query each at most: ${LIMIT - KEPT_FOR_STAFF} of ${LIMIT} places, ${CALLS_OF_A_LOOK} calls, ${LATENCY_MS} ms`;
    const compared = { what, rounds: Array.from({ length: ROUNDS }, () => ONE_QUERY_EACH) };
    const crowdRow = (name: string, rounds: readonly Crowd[], limit?: { atLeast: number }): Row => {
      const perSecond = rounds.map((each) => each.perSecond);
      return { ...figures(name, 'people/s', perSecond, limit), compared };
    };
    const perQuery = (rounds: readonly Crowd[], atLeast: number) => {
      const reads = rounds.map(({ readsPerQuery }) => readsPerQuery);
      return figures('… reads a query', 'reads', reads, { atLeast });
    };
    const inTime = large.map(({ nextLeads }) => nextLeads.filter((ms) => ms <= NEXT_LEAD_MS).length / nextLeads.length);
    const failed = [...own, ...one, ...large].reduce((total, each) => total + each.failed, 0);
    return [
      limited('a link and its quote: CRM calls', '', alone.calls, CALLS_OF_A_LOOK),
      figures('… alone: more than its two round trips', 'ms', alone.addedMs),
      crowdRow(`${CROWD} at once, each their own quote`, own, { atLeast: 70 }),
      perQuery(own, 4),
      crowdRow(`${CROWD} at once, one quote: equal reads are one`, one),
      crowdRow(`${LARGE_CROWD} at once, each their own quote`, large, { atLeast: 150 }),
      perQuery(large, 10),
      figures(`… staff meanwhile: the next lead within ${NEXT_LEAD_MS / 1000} s`, 'of 1', inTime, { atLeast: 0.9 }),
      figures(
        '… half of these within',
        'ms',
        large.map(({ nextLeads }) => median(nextLeads)),
      ),
      limited('refused or failed of all', '', failed, 0),
      limited('most calls at once, as the CRM counted', '', await mostAtOnce(portal.crmUrl), LIMIT),
    ];
  } finally {
    await portal.close();
  }
}

async function lookAlone(portal: Portal) {
  const addedMs: number[] = [];
  const { length: calls } = await portal.crmCallsOf(() => look(portal.url, leadHash(1)));
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await look(portal.url, leadHash(1));
    addedMs.push(performance.now() - began - CALLS_OF_A_LOOK * LATENCY_MS);
  }
  return { calls, addedMs };
}

interface Crowd {
  perSecond: number;
  failed: number;
  readsPerQuery: number;
  /** How long each "next lead" of a colleague took. */
  nextLeads: readonly number[];
}

/** The rounds of a crowd. Only failures count in the first round, because the links are new then. */
async function crowdOf(portal: Portal, people: number, hashOf: (person: number) => string): Promise<Crowd[]> {
  const first = await round(portal, people, hashOf);
  const rounds: Crowd[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round(portal, people, hashOf));
  return rounds.map((each, n) => (n === 0 ? { ...each, failed: each.failed + first.failed } : each));
}

async function round(portal: Portal, people: number, hashOf: (person: number) => string): Promise<Crowd> {
  const { sanne } = await ownersOf(portal);
  const staff = staffOf(portal, sanne);
  const until = performance.now() + ROUND_MS;
  const nextLeads: number[] = [];
  let refused = 0;
  const colleague = async () => {
    while (performance.now() < until) {
      const asked = performance.now();
      const { status } = await staff.post('/api/admin/callcenter/next', {}, { 'idempotency-key': crypto.randomUUID() });
      if (status === 200) nextLeads.push(performance.now() - asked);
      else refused += 1;
    }
  };
  const hashes = Array.from({ length: people }, (_, n) => hashOf(n + 1));
  const [seen] = await Promise.all([lookAround(portal, hashes, ROUND_MS), colleague()]);
  const queries = seen.calls.filter(({ path }) => path.endsWith('/coql')).length;
  const readsPerQuery = (seen.waits.length * CALLS_OF_A_LOOK) / queries;
  return { perSecond: seen.perSecond, failed: seen.busy + seen.failed + refused, readsPerQuery, nextLeads };
}
