import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turnOfTheLoop, setTimeout as wait } from 'node:timers/promises';

/** Clients that keep connecting must not prevent shutdown. */
const MOST_TURNS = 10_000;
/**
 * A new connection is about to send a request: a load balancer opens one per request, and may not know of the shutdown
 * yet.
 */
const FIRST_REQUEST_MS = 1_000;
/** A balancer that sent nothing for this long has noticed the shutdown. */
const QUIET_MS = 1_000;
/** Without a balancer requests keep arriving: shutdown waits no longer than this for them to stop. */
const MOST_QUIET_WAIT_MS = 10_000;
const CHECKS_OF_HEALTH = new Set(['/readyz', '/livez', '/metrics']);

/**
 * Counts the requests in progress on each connection, from the start of the server. The returned function waits for
 * `drainDelayMs`, closes the server, and resolves when every request is answered.
 *
 * A balancer on a busy machine may need longer than `drainDelayMs` to notice, and requests it sends to a closing port
 * are lost. So with a delay the server also waits until no request has arrived for a second.
 *
 * After a busy phase, connections may be waiting unaccepted, and closing the port would cut them: so the server accepts
 * them first, one per turn of the event loop, and gives new ones a second for their request. Node's own `close` waits
 * for connections opened in advance, for those with incomplete request headers, and for keep-alive ones: here each is
 * closed as soon as its last request is answered.
 */
export function serverCloser(server: Server): (drainDelayMs: number) => Promise<void> {
  const requestsOn = new Map<Socket, number>();
  /** When a connection without a request was opened. */
  const newSince = new WeakMap<Socket, number>();
  let accepted = 0;
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  let closing = false;
  const change = (socket: Socket, by: number) => {
    if (socket.destroyed) return;
    const count = (requestsOn.get(socket) ?? 0) + by;
    requestsOn.set(socket, count);
    if (closing && count === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    newSince.set(socket, performance.now());
    change(socket, 0);
    socket.once('close', () => requestsOn.delete(socket));
  });
  server.on('request', ({ socket, url }, answer) => {
    if (!CHECKS_OF_HEALTH.has(url ?? '')) lastRequestAt = performance.now();
    newSince.delete(socket);
    change(socket, 1);
    answer.once('close', () => change(socket, -1));
  });

  async function quiet(): Promise<void> {
    const latest = performance.now() + MOST_QUIET_WAIT_MS;
    for (;;) {
      const until = Math.min(lastRequestAt + QUIET_MS, latest);
      if (until <= performance.now()) return;
      await wait(until - performance.now());
    }
  }

  return async (drainDelayMs) => {
    await wait(drainDelayMs);
    if (drainDelayMs > 0) await quiet();
    for (let turns = 0, before = -1; turns < MOST_TURNS && accepted !== before; turns += 1) {
      before = accepted;
      await turnOfTheLoop();
    }
    const closed = new Promise((resolve) => server.close(resolve));
    await turnOfTheLoop();
    closing = true;
    for (const socket of requestsOn.keys()) {
      const leftMs = (newSince.get(socket) ?? Number.NEGATIVE_INFINITY) + FIRST_REQUEST_MS - performance.now();
      if (leftMs > 0) setTimeout(() => change(socket, 0), leftMs);
      else change(socket, 0);
    }
    await closed;
  };
}
