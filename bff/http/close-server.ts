import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

/** Who keeps connecting does not keep a process from stopping. */
const MOST_TURNS = 10_000;
/** Who connected just now is about to send a request: a balancer connects for each, and has not heard of the stop yet. */
const FIRST_REQUEST_MS = 1_000;

/**
 * Counts the requests in progress on each connection, from the start of the server. The returned function closes it and
 * resolves when every request is answered.
 *
 * A process that was busy finds connections waiting, and closing the port cuts those that it has not accepted: so it
 * accepts them first, one in a turn of the event loop, and gives the new ones a second for their request. Node's own
 * `close` waits for connections that a browser opened in advance, for those with half a request's headers, and for
 * kept-alive ones: here they are closed, each as soon as its last request is answered.
 */
export function serverCloser(server: Server): () => Promise<void> {
  const requestsOn = new Map<Socket, number>();
  /** Since when a connection waits for its first request. */
  const newSince = new WeakMap<Socket, number>();
  let accepted = 0;
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
  server.on('request', ({ socket }, answer) => {
    newSince.delete(socket);
    change(socket, 1);
    answer.once('close', () => change(socket, -1));
  });

  return async () => {
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
