import { createRequire } from 'node:module';
import { cpuMs } from '../pinned.ts';

/** One concurrent client: always the same request, over its own connection. */
export interface Asking {
  path: string;
  headers: Record<string, string>;
}

export interface Target {
  pid: number;
  url: string;
  askers: readonly Asking[];
}

export interface Cost {
  /** Microseconds of processor time per request. */
  cpuUs: number;
  /** Requests a second that one core can answer. */
  requestsPerSecond: number;
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

/** The package has no types. */
const autocannon = createRequire(import.meta.url)('autocannon') as (load: Load) => Promise<Result>;

/** Sends requests without pause, from all clients at once, in this process. Throws when an answer is not 2xx. */
export async function askOften({ pid, url, askers }: Target, requests: number): Promise<Cost> {
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
