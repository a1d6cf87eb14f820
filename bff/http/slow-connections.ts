import { refuseConnection } from './refuse-connection.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route's body may take long: the route itself watches how it arrives. */
    slowBody?: true;
  }
}

const BODY_MS = 20_000;

/**
 * Closes a connection whose body does not arrive in time. Node has one such timer for the whole server, and photos from
 * a phone may take longer than anything else; their route watches for silence instead.
 */
export function refuseSlowBodies(app: App, headers: Record<string, string>, bodyMs = BODY_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if ((length === undefined && encoding === undefined) || request.routeOptions.config.slowBody) return;
    const timer = setTimeout(() => {
      if (!raw.complete) refuseConnection(raw.socket, 'ERR_HTTP_REQUEST_TIMEOUT', headers);
    }, bodyMs);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}

/** The largest answer to a phone, at 2 kB a second. */
const READING_MS = 120_000;

/** Closes a connection whose client does not read its answer in time: until then the answer stays in memory. */
export function refuseSlowReaders(app: App, readingMs: number = READING_MS): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    done();
    const { raw } = reply;
    // Whoever left before closes nothing any more: the timer would hold their request in memory until it ends.
    if (raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), readingMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
