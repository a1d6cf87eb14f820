import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from './logging.ts';

/** Files, the shared store, traces, and whoever reads the metrics. */
const KEPT = 12;
const FEWEST = 8;
const LOGGED_EVERY_MS = 60_000;

/**
 * How many connections leave enough descriptors for `calls` to the CRM and for files; null where this machine does not
 * say how many descriptors there are. To be asked once the process listens.
 */
export function mostConnections(calls: number): number | null {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const inUse = readdirSync('/proc/self/fd').length;
    return files === undefined ? null : Math.max(FEWEST, Number(files) - inUse - calls - KEPT);
  } catch {
    return null;
  }
}

/**
 * With `most` connections open, a new one closes the one that has been idle longest, and is refused where none is. Left
 * to itself a process without descriptors closes each new connection and says nothing, checks of its health among them.
 */
export function keepRoom(server: Server, most: number, { log, clock }: { log: Log; clock: { now(): number } }): void {
  const open = new Set<Socket>();
  /** Those without a request, the longest idle first. */
  const idle = new Set<Socket>();
  const requestsOn = new WeakMap<Socket, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  const change = (socket: Socket, by: number) => {
    const requests = (requestsOn.get(socket) ?? 0) + by;
    requestsOn.set(socket, requests);
    idle.delete(socket);
    if (requests === 0 && open.has(socket)) idle.add(socket);
  };
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size > most) {
      const [longestIdle = socket] = idle;
      longestIdle.destroy();
      if (clock.now() - loggedAt >= LOGGED_EVERY_MS) {
        loggedAt = clock.now();
        log.warn(
          { mostConnections: most },
          'more connections than this process has descriptors for: the longest idle ones are closed',
        );
      }
    }
    change(socket, 0);
  });
  server.on('request', ({ socket }, answer) => {
    change(socket, 1);
    answer.once('close', () => change(socket, -1));
  });
}
