import type { Socket } from 'node:net';
import type { App } from './typed-app.ts';

/** Browsers and proxies send the next request on a connection after the previous answer. */
const MOST_IN_FLIGHT = 4;

/**
 * Closes a connection on which requests pile up: each would hold its answer in memory until the earlier ones were read.
 */
export function limitPipelining(app: App): void {
  const inFlight = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, count);
    if (count > MOST_IN_FLIGHT) socket.destroy();
    // Requests that were read together with the one too many arrive here as well.
    if (socket.destroyed) reply.hijack();
    else done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1);
    done();
  });
}
