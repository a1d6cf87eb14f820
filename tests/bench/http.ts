import { createRequire } from 'node:module';
import { request } from 'undici';
import { leadHash } from '../../fixtures/crm-sandbox/seed/generated-leads.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { cpuMs, pinOurselves, withServers } from './pinned.ts';
import type { Row } from './table.ts';

/** The JIT compiles each process differently: two launches of one program differ by up to a seventh. */
const LAUNCHES = 5;
const ROUNDS_OF_LAUNCH = 5;
/** Half a second of work for the quickest target: the system reports processor time in steps of 10 ms. */
const REQUESTS = 6_000;
/** Requests that do not count: Node needs longer to compile the hot code of a larger program. */
const WARM_UP_REQUESTS = 10_000;
/**
 * Concurrent clients. Each reads something else: equal reads in flight would be one CRM call
 * (crm-contract/client.ts).
 */
const PEOPLE = 8;

/** One concurrent client: always the same request, over its own connection. */
interface Asking {
  path: string;
  headers: Record<string, string>;
}

interface Target {
  pid: number;
  url: string;
  askers: readonly Asking[];
}

interface Cost {
  /** Microseconds of processor time per request. */
  cpuUs: number;
  /** Requests a second that one core can answer. */
  requestsPerSecond: number;
}

/** The package has no types. */
const autocannon = createRequire(import.meta.url)('autocannon') as (load: Load) => Promise<Result>;

type Costs = Map<string, Cost[]>;

/**
 * Reads through the whole BFF (access, contract, checks, mapping, headers, logging and Node's flags as in production),
 * beside a proxy that only passes on the CRM's answer: @fastify/http-proxy with the same log line and headers.
 */
export async function benchHttp(): Promise<Row[]> {
  pinOurselves();
  const costs: Costs = new Map();
  for (let launch = 0; launch < LAUNCHES; launch += 1) await measureOneLaunch(costs);
  const cpu = (name: string) => (costs.get(name) ?? []).map(({ cpuUs }) => cpuUs);
  const speed = (name: string) => (costs.get(name) ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
  const proxied = (name: string) => ({ what: 'by @fastify/http-proxy', rounds: cpu(`${name} by proxy`) });
  return [
    row('GET deal: CPU per request', cpu('deal'), proxied('deal')),
    row('GET verify: CPU per request', cpu('verify'), proxied('verify')),
    {
      what: 'a cached read (stats), of one core',
      unit: 'requests/s',
      measured: speed('stats'),
      compared: { what: 'by @fastify/http-proxy', rounds: speed('deal by proxy') },
      budget: { of: 'ratio', atLeast: 1.5 },
    },
  ];
}

/** Starts fresh programs, and sends requests to each of them in turn. */
async function measureOneLaunch(costs: Costs): Promise<void> {
  // Eight people send as many requests as thousands would.
  const env = { REQUESTS_PER_LINK: '1000000000' };
  await withServers(async ({ crm, bff, proxy }) => {
    const people = await readers(bff.url, crm.url);
    const everybody = (asked: (person: Reader) => string, headers?: (person: Reader) => Record<string, string>) =>
      people.map((person) => ({ path: asked(person), headers: headers?.(person) ?? {} }));
    const hash = (person: Reader) => ({ 'x-survey-hash': person.hash });
    const verifyAnswers = everybody(({ verifyPlace }) => `/answers/${verifyPlace}`);
    const dealAnswers = everybody(({ dealPlace }) => `/answers/${dealPlace}`);
    await askInTurn(costs, {
      deal: { ...bff, askers: everybody(({ dealId }) => `/api/contacts/deals/${dealId}`, hash) },
      // Runs between `deal` and `stats`, because both are compared with it.
      'deal by proxy': { ...proxy, askers: dealAnswers },
      stats: {
        ...bff,
        askers: everybody(
          () => '/api/admin/stats',
          () => ({ authorization: ADMIN_DIGEST }),
        ),
      },
      verify: { ...bff, askers: everybody(() => '/api/contacts/verify', hash) },
      'verify by proxy': { ...proxy, askers: verifyAnswers },
    });
  }, env);
}

function row(what: string, measured: number[], compared: Row['compared']): Row {
  return { what, unit: 'µs', measured, compared, budget: { of: 'ratio', atMost: 2.2 } };
}

/** Measures every target once a round, so that other load on the machine affects all. */
async function askInTurn(costs: Costs, targets: Record<string, Target>): Promise<void> {
  for (const target of Object.values(targets)) await askOften(target, WARM_UP_REQUESTS);
  for (let round = 0; round < ROUNDS_OF_LAUNCH; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      costs.set(name, [...(costs.get(name) ?? []), await askOften(target, REQUESTS)]);
    }
  }
}

interface Load {
  url: string;
  connections: number;
  amount: number;
  setupClient(client: { setRequests(requests: Asking[]): void }): void;
}

interface Result {
  '2xx': number;
  non2xx: number;
  errors: number;
}

/** Sends requests without pause, from all clients at once, in this process. Throws when an answer is not 2xx. */
async function askOften({ pid, url, askers }: Target, requests: number): Promise<Cost> {
  let connected = 0;
  const before = cpuMs(pid);
  const result = await autocannon({
    url,
    connections: askers.length,
    amount: requests,
    setupClient: (client) => {
      const asker = askers[connected++ % askers.length];
      if (asker) client.setRequests([asker]);
    },
  });
  const used = cpuMs(pid) - before;
  const { '2xx': right, non2xx: wrong, errors } = result;
  if (right !== requests) throw new Error(`${url}: ${right} answers were right, ${wrong} not, ${errors} never came`);
  return { cpuUs: (used * 1000) / requests, requestsPerSecond: (requests * 1000) / used };
}

interface Reader {
  hash: string;
  dealId: string;
  /** The positions of the stub's answers for `verify` and for the deal. */
  verifyPlace: number;
  dealPlace: number;
}

/** Generated leads with a quote (two in three have one), and the CRM's answers about each. */
async function readers(bffUrl: string, crmUrl: string): Promise<Reader[]> {
  const found: { hash: string; dealId: string }[] = [];
  for (let number = 1; found.length < PEOPLE; number += 1) {
    const hash = leadHash(number);
    const ask = async (path: string) =>
      (await request(`${bffUrl}/api/contacts/${path}`, { headers: { 'x-survey-hash': hash } })).body.json();
    const { contact } = (await ask('verify')) as { contact: { deals: { id: string }[] } };
    const dealId = contact.deals[0]?.id ?? '';
    const { deal } = (await ask(`deals/${dealId}`)) as { deal: { quoteArea: string } };
    if (deal.quoteArea !== 'none') found.push({ hash, dealId });
  }
  const answers = await answersOf(crmUrl);
  return found.map((person) => {
    const [verifyPlace, dealPlace] = answers.flatMap((text, place) => (text.includes(person.hash) ? [place] : []));
    if (verifyPlace === undefined || dealPlace === undefined) throw new Error('the stub has not seen the two reads');
    return { ...person, verifyPlace, dealPlace };
  });
}

async function answersOf(crmUrl: string): Promise<string[]> {
  const answers: string[] = [];
  for (;;) {
    const { statusCode, body } = await request(`${crmUrl}/answers/${answers.length}`);
    const text = await body.text();
    if (statusCode === 404) return answers;
    answers.push(text);
  }
}
