import { refuseConnection } from './refuse-connection.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take its time: the route itself looks at how it comes in. */
    slowBody?: true;
  }
}

const BODY_MS = 20_000;

/**
 * Ends a connection whose body does not come in time. Node's own timer is one for the whole server, and photos from a
 * phone may take longer than anything else here; their route looks at silence instead.
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
