import fastify from 'fastify';
import { callcenterRoutes } from './callcenter/routes.ts';
import { contactRoutes } from './contact/routes.ts';
import type { Context } from './context.ts';
import { messageRoutes } from './deal/message-routes.ts';
import { dealRoutes } from './deal/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { answerProblems, problemAnswerer } from './http/answer-problems.ts';
import { healthRoutes } from './http/health.ts';
import { readJsonBodies } from './http/json-bodies.ts';
import { observeRequests } from './http/observe-requests.ts';
import { describeApi } from './http/openapi.ts';
import { refuseConnection } from './http/refuse-connection.ts';
import { secureAnswers, securityHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/serve-web.ts';
import { siteRoutes } from './http/site.ts';
import { refuseSlowBodies } from './http/slow-bodies.ts';
import type { App, ZodTypes } from './http/typed-app.ts';
import { ZOD_COMPILERS } from './http/zod-compilers.ts';
import { photoRoutes } from './photos/routes.ts';
import { statsRoutes } from './stats/routes.ts';

const JSON_BODY_LIMIT = 64 * 1024;

/** The whole of the HTTP side, every route by hand. It listens nowhere yet. */
export async function createApp(context: Context): Promise<App> {
  const headers = securityHeaders(context.config);
  const answerProblem = problemAnswerer(context.log);
  const app = fastify({
    logger: false,
    trustProxy: context.config.trustProxy,
    bodyLimit: JSON_BODY_LIMIT,
    // The photos of a slow phone; every other body has far less (see refuseSlowBodies).
    requestTimeout: 15 * 60_000,
    // Without these two the timeouts mean nothing below a minute.
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    keepAliveTimeout: 10_000,
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    // Paths that never reach a route, such as broken percent signs: no hook puts the headers on them.
    frameworkErrors: (error, request, reply) =>
      answerProblem(error, request, reply.headers({ ...headers, 'cache-control': 'no-store' })),
    clientErrorHandler: (error, socket) => refuseConnection(socket, error.code, headers),
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: true },
    schemaController: ZOD_COMPILERS,
  }).withTypeProvider<ZodTypes>();

  readJsonBodies(app);
  observeRequests(app, context);
  secureAnswers(app, context.config, headers);
  answerProblems(app, context);
  refuseSlowBodies(app, headers);

  describeApi(app);
  healthRoutes(app, context);
  siteRoutes(app, context);
  contactRoutes(app, context);
  dealRoutes(app, context);
  messageRoutes(app, context);
  documentRoutes(app, context);
  await photoRoutes(app, context);
  statsRoutes(app, context);
  callcenterRoutes(app, context);
  await serveWeb(app, context);
  return app;
}
