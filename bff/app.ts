import fastify from 'fastify';
import { loginRoute, requireAdmin } from './access/admin-login.ts';
import { enforceAccess, type RouteAccess } from './access/route-access.ts';
import { type AddressContext, addressRoutes } from './address/address-lookup.ts';
import { type BrowserFaultContext, browserFaultRoutes } from './browser-faults/routes.ts';
import type { Config } from './config.ts';
import { type ContactContext, contactRoutes } from './contact/routes.ts';
import type { Clock } from './crm/clock.ts';
import { type MessageContext, messageRoutes } from './deal/message-routes.ts';
import { type DealContext, dealRoutes } from './deal/routes.ts';
import { type DeskContext, deskRoutes } from './desk/routes.ts';
import { type DocumentContext, documentRoutes } from './documents/routes.ts';
import { type FirstViewContext, serveWeb } from './first-view/first-view.ts';
import { limitPipelining, refuseConnection, refuseSlowBodies, refuseSlowReaders } from './http/connections.ts';
import type { Log } from './http/logging.ts';
import { readJsonBodies, refuseMalformed, ZOD_COMPILERS } from './http/malformed-requests.ts';
import type { Metrics } from './http/metrics.ts';
import { describeApi } from './http/openapi.ts';
import { healthRoutes, observeRequests, warnOfPlainHttp, warnOfUntrustedProxy } from './http/operations.ts';
import { answerProblems, problemAnswerer } from './http/problems.ts';
import type { App, ZodTypes } from './http/route-description.ts';
import { secureAnswers, securityHeaders } from './http/security-headers.ts';
import { siteRoutes } from './http/site.ts';
import { type PhotoRoutesContext, photoRoutes } from './photos/routes.ts';
import { type QueueContext, queueRoutes } from './queue/routes.ts';
import { type StatsContext, statsRoutes } from './stats/routes.ts';
import type { Traces } from './traces/traces.ts';
import type { Site } from './view-models/site.ts';

const JSON_BODY_LIMIT = 64 * 1024;

type Features = { site: Site } & BrowserFaultContext &
  ContactContext &
  AddressContext &
  DealContext &
  MessageContext &
  DocumentContext &
  PhotoRoutesContext &
  StatsContext &
  QueueContext &
  DeskContext &
  FirstViewContext;

interface Parts {
  config: Config;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  traces?: Traces | null;
  access: RouteAccess;
  features: Features;
}

/** The HTTP server with every route, listed by hand. It is not listening yet. */
export async function createApp({ config, log, clock, metrics, traces, access, features }: Parts): Promise<App> {
  const headers = securityHeaders(config);
  const answerProblem = problemAnswerer(log);
  const app = fastify({
    logger: false,
    trustProxy: config.trustProxy,
    bodyLimit: JSON_BODY_LIMIT,
    // For photos from a slow phone; all other bodies have a much shorter limit (see refuseSlowBodies).
    requestTimeout: 15 * 60_000,
    // Without these two, timeouts below a minute have no effect.
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    keepAliveTimeout: 10_000,
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    // No hook sets headers on requests that never reach a route, for example with broken percent encoding.
    frameworkErrors: (error, request, reply) =>
      answerProblem(error, request, reply.headers({ ...headers, 'cache-control': 'no-store' })),
    clientErrorHandler: (error, socket) => refuseConnection(socket, error.code, headers),
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: true },
    schemaController: ZOD_COMPILERS,
  }).withTypeProvider<ZodTypes>();

  limitPipelining(app);
  readJsonBodies(app);
  observeRequests(app, { clock, log, metrics });
  traces?.observe(app);
  warnOfUntrustedProxy(app, config, { log, clock });
  warnOfPlainHttp(config, log);
  secureAnswers(app, config, headers);
  answerProblems(app, answerProblem);
  refuseMalformed(app, headers);
  refuseSlowBodies(app, headers);
  refuseSlowReaders(app);

  enforceAccess(app, access);
  describeApi(app, { requireAdmin: requireAdmin(access.staff), isOpen: config.sandbox });
  healthRoutes(app, config.sandbox ? metrics : undefined);
  browserFaultRoutes(app, features);
  loginRoute(app, access.staff);
  siteRoutes(app, features.site);
  contactRoutes(app, features);
  addressRoutes(app, features);
  dealRoutes(app, features);
  messageRoutes(app, features);
  documentRoutes(app, features);
  await photoRoutes(app, features);
  statsRoutes(app, features);
  queueRoutes(app, features);
  deskRoutes(app, features);
  await serveWeb(app, features);
  return app;
}
