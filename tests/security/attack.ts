import { type IncomingHttpHeaders, request } from 'node:http';
import type { Portal } from '../bff/portal.ts';

/** The people of the sandbox. */
export const NAMES = 'anna bram carla daan eva fatima gerrit hanna ivo joke karel lotte'.split(' ');

/** A call from this address, one of 127.0.0.0/8, on its own connection. */
export interface Attack {
  from: string;
  path: string;
  method?: string;
  hash?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Disconnects after this many milliseconds, answered or not. */
  hangUpAfterMs?: number;
}

export interface Heard {
  /** 0 for a client that disconnected first. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Never rejects: a broken connection has no answer. */
export function attack(
  portal: Portal,
  { from, path, method = 'GET', hash, body, headers, hangUpAfterMs }: Attack,
): Promise<Heard> {
  return new Promise((resolve) => {
    const nothing = () => resolve({ status: 0, headers: {}, text: '' });
    const call = request(`${portal.url}${path}`, {
      method,
      localAddress: from,
      agent: false,
      headers: {
        ...(hash !== undefined && { 'x-survey-hash': hash }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    if (hangUpAfterMs !== undefined) setTimeout(() => call.destroy(), hangUpAfterMs);
    call.once('error', nothing);
    call.once('close', nothing);
    call.once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', nothing);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
      );
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Makes this many calls, a few at a time. Returns the number of each status. */
export async function inWaves(
  amount: number,
  atOnce: number,
  call: (n: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let made = 0;
  const caller = async () => {
    while (made < amount) {
      made += 1;
      const { status } = await call(made);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return counts;
}

/** A link that looks like one of the sandbox and opens nothing. */
export function guessedLink(n: number): string {
  return `sandbox-guess-${String(n).padStart(12, '0')}`;
}
