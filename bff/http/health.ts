import type { Metrics } from './metrics.ts';
import { ProblemError } from './problems.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True once shutdown was requested. */
    draining: boolean;
  }
}

/**
 * `/livez`: the process answers · `/readyz`: it accepts requests (independent of the CRM) · `/metrics`: Prometheus
 * text, if this port may expose it; with a real CRM it has its own port.
 */
export function healthRoutes(app: App, shownMetrics: Metrics | undefined): void {
  app.decorate('draining', false);
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    return reply.code(app.draining ? 503 : 200).send({ status: app.draining ? 'draining' : 'ready' });
  });
  app.get('/metrics', async (_request, reply) => {
    if (!shownMetrics) throw new ProblemError('not_found');
    return reply.type(shownMetrics.contentType).send(await shownMetrics.text());
  });
}
