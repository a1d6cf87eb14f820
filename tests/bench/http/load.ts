import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuMs, LOAD_CORE } from '../pinned.ts';

const AUTOCANNON = fileURLToPath(new URL('../../../node_modules/autocannon/autocannon.js', import.meta.url));
const CONNECTIONS = 8;

export interface Target {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

export interface Cost {
  /** Microseconds of processor time per request. */
  cpuUs: number;
  /** As many as a core can answer. */
  requestsPerSecond: number;
}

/** Asks for the same address over and over from the other core. Throws when an answer is not 2xx. */
export async function askOften({ pid, url, headers }: Target, requests: number): Promise<Cost> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const before = cpuMs(pid);
  const { stdout } = await promisify(execFile)('taskset', [
    ...['-c', String(LOAD_CORE), process.execPath, AUTOCANNON],
    ...['--json', '-c', String(CONNECTIONS), '-a', String(requests), ...given, url],
  ]);
  const used = cpuMs(pid) - before;
  const result = JSON.parse(stdout) as { '2xx': number };
  if (result['2xx'] !== requests) throw new Error(`${url}: ${result['2xx']} of ${requests} answers were right`);
  return { cpuUs: (used * 1000) / requests, requestsPerSecond: (requests * 1000) / used };
}
