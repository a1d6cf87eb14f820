import { request } from 'undici';
import { sandboxEnvironment } from '../../commands/sandbox-environment.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { askOften, type Cost, type Target } from './http/load.ts';
import { startNginx } from './nginx.ts';
import { LOAD_CORE, MEASURED_CORE, type Program, startServer } from './pinned.ts';
import type { Row } from './table.ts';

const ROUNDS = 5;
const REQUESTS = 4_000;
const HASH = 'sandbox-bram-0000000000000000';

/**
 * Reads through the whole BFF (access, contract, checks, mapping, headers, logging as in production) beside what only
 * passes the CRM's answer on: @fastify/http-proxy with the same log line and headers, and nginx.
 */
export async function benchHttp(): Promise<Row[]> {
  const programs: Program[] = [];
  const keep = <P extends Program>(program: P): P => {
    programs.push(program);
    return program;
  };
  try {
    const crm = keep(await startServer(LOAD_CORE, 'tests/bench/stub-crm.ts', {}));
    const env = {
      ...sandboxEnvironment({ port: 0, sandboxPort: 0, publicUrl: 'http://localhost', sandboxUrl: crm.url }),
    };
    const bff = keep(await startServer(MEASURED_CORE, 'bff/main.ts', env, profiling()));
    const proxy = keep(await startServer(MEASURED_CORE, 'tests/bench/http/passing-on.ts', env));
    const nginx = await startNginx(crm.url);
    if (nginx) keep(nginx);

    const hash = { 'x-survey-hash': HASH };
    const dealId = await firstDeal(bff.url);
    const answer = await placesOf(crm.url);
    const at = ({ pid, url }: Program & { url: string }, path: string, headers = {}): Target => ({
      pid,
      url: `${url}${path}`,
      headers,
    });
    const targets: Record<string, Target> = {
      deal: at(bff, `/api/contacts/deals/${dealId}`, hash),
      verify: at(bff, '/api/contacts/verify', hash),
      stats: at(bff, '/api/admin/stats', { authorization: ADMIN_DIGEST }),
      'deal by proxy': at(proxy, `/answers/${answer.deal}`),
      'verify by proxy': at(proxy, `/answers/${answer.verify}`),
      ...(nginx && { 'deal by nginx': at(nginx, `/answers/${answer.deal}`) }),
    };
    const costs = await inTurn(targets);
    const cpu = (name: string) => (costs[name] ?? []).map(({ cpuUs }) => cpuUs);
    const speed = (name: string) => (costs[name] ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
    const proxied = (name: string) => ({ what: 'by @fastify/http-proxy', rounds: cpu(`${name} by proxy`) });
    return [
      row('GET deal: CPU per request', cpu('deal'), proxied('deal')),
      row('GET verify: CPU per request', cpu('verify'), proxied('verify')),
      ...(nginx
        ? [
            {
              ...row('@fastify/http-proxy itself: CPU per request', cpu('deal by proxy'), {
                what: 'by nginx',
                rounds: cpu('deal by nginx'),
              }),
              budget: { of: 'ratio' as const, atLeast: 1 },
            },
          ]
        : []),
      {
        what: 'a cached read (stats), of one core',
        unit: 'requests/s',
        measured: speed('stats'),
        compared: { what: 'by @fastify/http-proxy', rounds: speed('deal by proxy') },
        budget: { of: 'ratio', atLeast: 3 },
      },
    ];
  } finally {
    for (const program of programs.reverse()) await program.stop();
  }
}

function row(what: string, measured: number[], compared: Row['compared']): Row {
  return { what, unit: 'µs', measured, compared, budget: { of: 'ratio', atMost: 1.25 } };
}

/** `BENCH_PROFILE=folder` writes a processor profile of the BFF there: look before you tune. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/** Every target once a round, so that whatever else the machine does meets all; the first round only warms up. */
async function inTurn(targets: Record<string, Target>): Promise<Record<string, Cost[]>> {
  const costs: Record<string, Cost[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      const cost = await askOften(target, REQUESTS);
      if (round > 0) costs[name] = [...(costs[name] ?? []), cost];
    }
  }
  return costs;
}

async function firstDeal(url: string): Promise<string> {
  const { body } = await request(`${url}/api/contacts/verify`, { headers: { 'x-survey-hash': HASH } });
  const { contact } = (await body.json()) as { contact: { deals: { id: string }[] } };
  const id = contact.deals[0]?.id ?? '';
  const deal = await request(`${url}/api/contacts/deals/${id}`, { headers: { 'x-survey-hash': HASH } });
  await deal.body.dump();
  return id;
}

/** Which of the stub's answers are the ones that verify and deal were made from: they hold the hash. */
async function placesOf(url: string): Promise<{ verify: number; deal: number }> {
  const places: number[] = [];
  for (let place = 0; ; place += 1) {
    const { statusCode, body } = await request(`${url}/answers/${place}`);
    const text = await body.text();
    if (statusCode === 404) break;
    if (text.includes(HASH)) places.push(place);
  }
  const [verify, deal] = places;
  if (verify === undefined || deal === undefined) throw new Error('the stub has not seen the two reads');
  return { verify, deal };
}
