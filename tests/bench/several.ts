import { request } from 'undici';
import { needPrograms } from '../../commands/programs.ts';
import { leadHash } from '../../fixtures/crm-sandbox/seed/generated-leads.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { openStage } from '../soak/stage.ts';
import { lookAround, mostAtOnce, type Round } from './crowd.ts';
import { figures, limited, percentile, type Row } from './table.ts';

const LIMIT = 10;
const LATENCY_MS = 200;
const CROWD = 60;
const ROUNDS = 3;
/** Rounds until the processes have their slots: a store that has just started gives no process its whole share. */
const WARM_UP_ROUNDS = 2;
const ROUND_MS = 4_000;

type RoundOfSeveral = Round & { mostAtOnce: number };

/**
 * The same crowd in front of one, two and three processes that share a store, behind HAProxy. The CRM's slots are the
 * limit, so more processes serve availability, not speed.
 */
export async function benchSeveral(): Promise<Row[]> {
  needPrograms('redis-server', 'haproxy');
  const rows: Row[] = [];
  for (const [index, name] of ['one', 'two', 'three'].entries()) {
    const rounds = await measure(index + 1);
    const told = (what: string, unit: string, figure: (round: RoundOfSeveral) => number) =>
      figures(`${name}: ${what}`, unit, rounds.map(figure));
    const most = (what: string, atMost: number, figure: (round: RoundOfSeveral) => number) =>
      limited(`${name}: ${what}`, '', Math.max(...rounds.map(figure)), atMost);
    const throttled = ({ calls }: Round) => calls.filter(({ status }) => status === 429).length;
    rows.push(
      told(`${CROWD} at once, each their own quote`, 'people/s', ({ perSecond }) => perSecond),
      told('half of them within', 'ms', ({ waits }) => percentile(waits, 0.5)),
      told('95 % within', 'ms', ({ waits }) => percentile(waits, 0.95)),
      told('told "busy"', 'looks', ({ busy }) => busy),
      most('failed', 0, ({ failed }) => failed),
      most('most CRM calls at once', LIMIT, ({ mostAtOnce }) => mostAtOnce),
      most('calls that the CRM answered with 429', 0, throttled),
    );
  }
  return rows;
}

async function measure(count: number): Promise<RoundOfSeveral[]> {
  const hashes = Array.from({ length: CROWD }, (_, n) => leadHash(n + 1));
  const sandbox = await startSandbox({ port: 0, contacts: CROWD, latencyMs: LATENCY_MS, concurrency: LIMIT });
  const env = { CRM_MAX_CONCURRENCY: String(LIMIT) };
  const stage = await openStage({ url: sandbox.url, env, close: () => sandbox.close() }, { count, kills: false });
  try {
    const rounds: RoundOfSeveral[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      await request(`${sandbox.url}/sandbox/at-once`, { method: 'DELETE' });
      const seen = await lookAround({ url: stage.url, crmUrl: sandbox.url }, hashes, ROUND_MS);
      rounds.push({ ...seen, mostAtOnce: await mostAtOnce(sandbox.url) });
    }
    return rounds.slice(WARM_UP_ROUNDS);
  } finally {
    await stage.close();
  }
}
