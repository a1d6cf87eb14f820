import { request } from 'undici';
import { needPrograms } from '../../commands/programs.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { openSeveralStage } from '../soak/several-stage.ts';
import { percentile, type Row } from './table.ts';

const LIMIT = 10;
const LATENCY_MS = 200;
const CROWD = 60;
const ROUNDS = 3;
/** Rounds until the processes have their slots: a store that has just started gives no process its whole share. */
const WARM_UP_ROUNDS = 2;
const ROUND_MS = 4_000;

interface Round {
  perSecond: number;
  waits: readonly number[];
  busy: number;
  failed: number;
  throttled: number;
  mostAtOnce: number;
}

/**
 * The same crowd in front of one, two and three processes that share a store, behind HAProxy. The CRM's slots are the
 * limit, so more processes serve availability, not speed.
 */
export async function benchSeveral(): Promise<Row[]> {
  needPrograms('redis-server', 'haproxy');
  const rows: Row[] = [];
  for (const [count, name] of ['one', 'two', 'three'].map((each, index) => [index + 1, each] as const)) {
    const rounds = await measure(count);
    const told = (what: string, unit: string, figure: (round: Round) => number): Row => {
      return { what: `${name}: ${what}`, unit, measured: rounds.map(figure) };
    };
    const most = (what: string, atMost: number, figure: (round: Round) => number): Row => {
      return {
        ...told(what, '', figure),
        measured: [Math.max(...rounds.map(figure))],
        budget: { of: 'figure', atMost },
      };
    };
    rows.push(
      told(`${CROWD} at once, each their own quote`, 'people/s', ({ perSecond }) => perSecond),
      told('half of them within', 'ms', ({ waits }) => percentile(waits, 0.5)),
      told('95 % within', 'ms', ({ waits }) => percentile(waits, 0.95)),
      told('told "busy"', 'looks', ({ busy }) => busy),
      most('failed', 0, ({ failed }) => failed),
      most('most CRM calls at once', LIMIT, ({ mostAtOnce }) => mostAtOnce),
      most('calls that the CRM answered with 429', 0, ({ throttled }) => throttled),
    );
  }
  return rows;
}

async function measure(count: number): Promise<Round[]> {
  const sandbox = await startSandbox({ port: 0, contacts: CROWD, latencyMs: LATENCY_MS, concurrency: LIMIT });
  const env = { CRM_MAX_CONCURRENCY: String(LIMIT) };
  const stage = await openSeveralStage({ url: sandbox.url, env, close: () => sandbox.close() }, count, false);
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
      rounds.push(await lookAround(stage.url, sandbox.url));
    return rounds.slice(WARM_UP_ROUNDS);
  } finally {
    await stage.close();
  }
}

async function lookAround(portalUrl: string, crmUrl: string): Promise<Round> {
  for (const path of ['at-once', 'requests']) await request(`${crmUrl}/sandbox/${path}`, { method: 'DELETE' });
  const began = performance.now();
  const waits: number[] = [];
  const seen = { busy: 0, failed: 0 };
  const person = async (hash: string) => {
    while (performance.now() - began < ROUND_MS) {
      const lookedAt = performance.now();
      const how = await look(portalUrl, hash);
      if (how === 'answered') waits.push(performance.now() - lookedAt);
      else seen[how] += 1;
    }
  };
  const hashes = Array.from({ length: CROWD }, (_, n) => `sandbox-lead-${String(n + 1).padStart(6, '0')}-000000000000`);
  await Promise.all(hashes.map(person));
  const perSecond = (waits.length * 1_000) / (performance.now() - began);
  const { most } = (await read(`${crmUrl}/sandbox/at-once`)) as { most: number };
  const calls = (await read(`${crmUrl}/sandbox/requests`)) as { status: number }[];
  const throttled = calls.filter(({ status }) => status === 429).length;
  return { perSecond, waits, ...seen, throttled, mostAtOnce: most };
}

/** Opens a link and its quote. */
async function look(portalUrl: string, hash: string): Promise<'answered' | 'busy' | 'failed'> {
  const headers = { 'x-survey-hash': hash };
  const link = await request(`${portalUrl}/api/contacts/verify`, { headers });
  const { contact } = (await link.body.json()) as { contact?: { deals: { id: string }[] } };
  if (link.statusCode === 503) return 'busy';
  const deal = await request(`${portalUrl}/api/contacts/deals/${contact?.deals[0]?.id}`, { headers });
  await deal.body.dump();
  if (deal.statusCode === 503) return 'busy';
  return link.statusCode === 200 && deal.statusCode === 200 ? 'answered' : 'failed';
}

async function read(url: string): Promise<unknown> {
  return (await request(url)).body.json();
}
