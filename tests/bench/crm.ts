import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Deal } from '../../bff/view-models/deal.ts';
import { leadHash } from '../../fixtures/crm-sandbox/seed/generated-leads.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { ownersOf, staffOf } from '../bff/staff.ts';
import { benchDesk } from './crm-desk.ts';
import { CALLS_OF_A_LOOK, look, lookAround, mostAtOnce } from './crowd.ts';
import { figures, limited, median, percentile, type Row } from './table.ts';

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

const CUSTOMERS = 500;
const STAFF = 10;
const LEADS_EACH = 20;
const DAY_LATENCY_MS = 20;

/** The CRM is the scarce resource: how much of it is used, and what a whole day takes. */
export async function benchCrm(): Promise<Row[]> {
  return [...(await crowd()), ...(await day()), ...(await benchDesk())];
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

/** 500 customers from link to signature and ten colleagues with twenty calls each, in a fraction of the time. */
async function day(): Promise<Row[]> {
  const portal = await startPortal({ LOG_LEVEL: 'silent', CRM_MAX_CONCURRENCY: String(LIMIT) }, undefined, {
    contacts: CUSTOMERS + STAFF * LEADS_EACH,
    latencyMs: DAY_LATENCY_MS,
    concurrency: LIMIT,
  });
  try {
    const waits: number[] = [];
    let failed = 0;
    const ask = async (work: () => Promise<{ status: number }>) => {
      const began = performance.now();
      const { status } = await work();
      waits.push(performance.now() - began);
      if (status !== 200) failed += 1;
    };
    const calls = await portal.crmCallsOf(async () => {
      const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
      const customers = numbered(CUSTOMERS).map((n) => () => customerDay(portal, leadHash(n), ask));
      const staff = numbered(STAFF).map((n) => staffDay(portal, n, ask));
      await Promise.all([new PQueue({ concurrency: 20 }).addAll(customers), ...staff]);
    });
    const credits = calls.filter(({ path }) => path.startsWith('/crm')).length;
    const each = `${CUSTOMERS} customers, ${STAFF} staff: `;
    return [
      figures(`${each}CRM calls of the day`, 'calls', [credits]),
      limited(`${each}refused or failed`, '', failed, 0),
      limited(`${each}most calls at once, as the CRM counted`, '', await mostAtOnce(portal.crmUrl), LIMIT),
      {
        ...figures(`${each}answers, 95 % within`, 'ms', [percentile(waits, 0.95)]),
        compared: { what: 'half of them', rounds: [median(waits)] },
      },
    ];
  } finally {
    await portal.close();
  }
}

type Ask = (work: () => Promise<{ status: number }>) => Promise<void>;

async function customerDay(portal: Portal, hash: string, ask: Ask): Promise<void> {
  let dealId = '';
  let deal: Deal | undefined;
  const send = (method: string, path: string, body?: unknown) =>
    ask(async () => {
      const answer = await portal.call(method, path, { hash, body });
      deal = (answer.body.deal as Deal | undefined) ?? deal;
      const { contact } = answer.body as { contact?: { deals: { id: string }[] } };
      dealId = contact?.deals[0]?.id ?? dealId;
      return answer;
    });
  await send('GET', '/api/contacts/verify');
  const path = `/api/contacts/deals/${dealId}`;
  await send('GET', path);
  const panels = { survey_1_has_solar_panels: true, survey1_number_of_panels: '12', survey1_panels_age: '2-3' };
  await send('PUT', path, { props: panels });
  // The customer cannot change what a colleague granted (decision J2).
  const isFixed = deal?.isFixed === true;
  if (!isFixed) await send('PUT', path, { props: { gaikan_saltion_battery_modules: '6' } });
  if (!isFixed) await send('PUT', path, { props: { survey1_battery_box_distance_m: '12' } });
  await send('POST', '/api/contacts/contactDetails', { properties: { Mailing_City: 'Zwolle' } });
  await portal.salesOps('Deals', dealId, { survey1_client_visible: true });
  await send('GET', path);
  await send('POST', `${path}/approve`, { survey1_approve_clicked: true, fingerprint: deal?.fingerprint });
  await send('POST', `${path}/approve`, { gaikan_signature_plain: 'Jan de Boer', fingerprint: deal?.fingerprint });
}

async function staffDay(portal: Portal, colleague: number, ask: Ask): Promise<void> {
  const staff = staffOf(portal);
  await ask(() => staff.get('/api/admin/callcenter'));
  for (let lead = 1; lead <= LEADS_EACH; lead += 1) {
    const hash = leadHash(CUSTOMERS + (colleague - 1) * LEADS_EACH + lead);
    const { body } = await portal.call('GET', '/api/contacts/verify', { hash });
    const { contact } = body as { contact: { id: string; deals: { id: string }[] } };
    await ask(() => staff.get(`/api/admin/callcenter/contacts/${contact.id}`));
    const dealId = contact.deals[0]?.id;
    await ask(() => staff.act({ action: 'gaikan_called_noanswer', contactId: contact.id, dealId }));
    await pause(DAY_LATENCY_MS);
  }
}
