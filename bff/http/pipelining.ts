import type { Socket } from 'node:net';
import type { App } from './typed-app.ts';

/** Browsers and proxies send the next request of a connection after the answer to the one before. */
const MOST_IN_FLIGHT = 4;

/** Ends a connection on which requests pile up: each of them would hold its answer until those before it were read. */
export function limitPipelining(app: App): void {
  const inFlight = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, count);
    reply.raw.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    if (count > MOST_IN_FLIGHT) socket.destroy();
    // Those that were read together with the one too many come here as well.
    if (socket.destroyed) reply.hijack();
    else done();
  });
}
