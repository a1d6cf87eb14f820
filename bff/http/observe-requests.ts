import type { ProblemCode } from '../view-models/problem.ts';
import type { Log } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, milliseconds since the epoch. */
    receivedAt: number;
    /** The error code of the answer, for the log. */
    problem: ProblemCode | undefined;
  }
}

/**
 * One log line and one measurement per request, with the route's pattern instead of the URL, which may contain a link.
 */
export function observeRequests(
  app: App,
  { clock, log, metrics }: { clock: { now(): number }; log: Log; metrics: Metrics },
): void {
  app.decorateRequest('receivedAt', 0);
  app.decorateRequest('problem', undefined);
  // With callbacks: promises in hooks are a noticeable part of the cost of a small answer.
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt = clock.now();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const ms = Math.round(reply.elapsedTime);
    const { id: requestId, method, problem } = request;
    metrics.request({ route, status: reply.statusCode, ms, problem });
    log.info({ requestId, method, route, status: reply.statusCode, ms, problem }, 'request');
    done();
  });
}
