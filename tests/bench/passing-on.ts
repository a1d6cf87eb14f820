import type { AddressInfo } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { loadConfig } from '../../bff/config.ts';
import { systemClock } from '../../bff/crm/clock.ts';
import { createLog } from '../../bff/http/logging.ts';
import { createMetrics } from '../../bff/http/metrics.ts';
import { observeRequests } from '../../bff/http/operations.ts';
import type { App } from '../../bff/http/route-description.ts';
import { secureAnswers, securityHeaders } from '../../bff/http/security-headers.ts';

// A proxy without any checks: @fastify/http-proxy in front of the same CRM, with the BFF's own log line, measurement
// and headers.

const config = loadConfig();
const app = fastify({ logger: false, genReqId: () => crypto.randomUUID() }) as unknown as App;
observeRequests(app, { clock: systemClock, log: createLog(config.logLevel), metrics: createMetrics() });
secureAnswers(app, config, securityHeaders(config));
await app.register(httpProxy, { upstream: config.crm.apiUrl });
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ listening: (app.server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit(0));
