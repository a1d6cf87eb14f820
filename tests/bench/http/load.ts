import { createRequire } from 'node:module';
import { cpuMs } from '../pinned.ts';

/** One of those who ask at the same time: always for the same, over a connection of their own. */
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
  /** As many as a core can answer. */
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

/** It comes without types. */
const autocannon = createRequire(import.meta.url)('autocannon') as (load: Load) => Promise<Result>;

/** Asks over and over, everybody at once, from this process. Throws when an answer is not 2xx. */
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
