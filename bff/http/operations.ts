import { isLoopback } from '../site/portal-file.ts';
import type { ProblemCode } from '../view-models/problem.ts';
import type { Log } from './logging.ts';
import type { Metrics } from './metrics.ts';
import { ProblemError } from './problems.ts';
import type { App } from './route-description.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True once shutdown was requested. */
    draining: boolean;
  }
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
  // Uses callbacks: promises in hooks add noticeably to the cost of a small answer.
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

const REPEATED_AFTER_MS = 60 * 60_000;
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/**
 * Behind an untrusted proxy all clients have the proxy's address and share its limits. Warns at the start, and when a
 * request reveals a proxy.
 */
export function warnOfUntrustedProxy(
  app: App,
  { trustProxy, sandbox }: { trustProxy: unknown; sandbox: boolean },
  { log, clock }: { log: Log; clock: { now(): number } },
): void {
  if (trustProxy !== false) return;
  if (!sandbox)
    log.warn({}, 'TRUST_PROXY is not set: behind a proxy everybody shares one address, and with it its limits');
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (clock.now() - warnedAt >= REPEATED_AFTER_MS && FORWARDED.some((name) => headers[name] !== undefined)) {
      warnedAt = clock.now();
      log.warn({}, 'a forwarded address was ignored: set TRUST_PROXY when a proxy of yours sent it');
    }
    done();
  });
}

/** Warns at the start if links and the staff password would be sent unencrypted. */
export function warnOfPlainHttp({ publicUrl, sandbox }: { publicUrl: string; sandbox: boolean }, log: Log): void {
  if (sandbox || !publicUrl.startsWith('http:') || isLoopback(publicUrl)) return;
  log.warn({}, 'PUBLIC_URL is plain http: anybody on the way can read links and passwords; put https in front');
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
