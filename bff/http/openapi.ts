import { gzipSync } from 'node:zlib';
import type { FastifyReply, onRequestHookHandler, RouteOptions } from 'fastify';
import { z } from 'zod';
import { owner } from '../view-models/admin.ts';
import { adminContact, adminDeal, adminNote, leadCard } from '../view-models/callcenter.ts';
import { contact, dealSummary } from '../view-models/contact.ts';
import { deal } from '../view-models/deal.ts';
import { receipt } from '../view-models/messages.ts';
import { uploadedFile } from '../view-models/photos.ts';
import { problem } from '../view-models/problem.ts';
import { calc, legacyProduct, quoteRow } from '../view-models/quote.ts';
import { site } from '../view-models/site.ts';
import { adminStats } from '../view-models/stats.ts';
import type { ApiRoute } from './openapi-operation.ts';
import type { App } from './typed-app.ts';

/** Shapes with a name in the description; others are written out where they are used. */
const NAMED = {
  AdminContact: adminContact,
  AdminDeal: adminDeal,
  AdminNote: adminNote,
  AdminStats: adminStats,
  Calc: calc,
  Contact: contact,
  Deal: deal,
  DealSummary: dealSummary,
  LeadCard: leadCard,
  LegacyProduct: legacyProduct,
  Owner: owner,
  Problem: problem,
  QuoteRow: quoteRow,
  Receipt: receipt,
  Site: site,
  UploadedFile: uploadedFile,
};

const openapiDocument = z.looseObject({ openapi: z.literal('3.1.0') });
type OpenapiDocument = z.infer<typeof openapiDocument>;

interface Readers {
  /** Refuses who is not staff. */
  requireAdmin: onRequestHookHandler;
  /** Everyone may read what staff may call: in the sandbox. */
  isOpen: boolean;
}

/**
 * `GET /api/openapi.json`: the API in OpenAPI 3.1, from the schemas that validate and serialise. Describes every /api
 * route registered on `app` after this, what staff may call only to staff; created and packed once, at the first request.
 */
export function describeApi(app: App, { requireAdmin, isOpen }: Readers): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/')) routes.push(route);
  });
  const forStaff = packedOnce(() => documentOf(routes));
  const forEveryone = packedOnce(() => documentOf(routes.filter(({ config }) => config?.access !== 'staff')));
  const schema = { response: { 200: openapiDocument } };
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    // A password that is offered is checked and throttled as everywhere; in the sandbox none is needed.
    if (isOpen || request.headers.authorization === undefined) done();
    else requireAdmin.call(app, request, reply, done);
  };
  app.get('/api/openapi.json', { config: { access: 'everyone' }, schema, onRequest }, async ({ headers }, reply) => {
    const { plain, gzip } = await (isOpen || headers.authorization !== undefined ? forStaff() : forEveryone());
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    if (isPacked) reply.header('content-encoding', 'gzip');
    // Bytes are sent past the schema, which describes what they say.
    return (reply as FastifyReply).send(isPacked ? gzip : plain);
  });
}

function packedOnce(make: () => Promise<OpenapiDocument>): () => Promise<Record<'plain' | 'gzip', Buffer>> {
  let made: Promise<Record<'plain' | 'gzip', Buffer>> | undefined;
  return () => {
    made ??= make().then((document) => {
      const plain = Buffer.from(JSON.stringify(document));
      return { plain, gzip: gzipSync(plain) };
    });
    return made;
  };
}

async function documentOf(routes: readonly RouteOptions[]): Promise<OpenapiDocument> {
  // Imported late: few ask for the description, and it loads the client of `node:http` as well.
  const { describeOperation } = await import('./openapi-operation.ts');
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  const schemas: Record<string, unknown> = {};
  /** A zod schema in the dialect of OpenAPI 3.1; named shapes in it become references. */
  const write = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _dialect, $defs, ...written } = z.toJSONSchema(schema, { io, metadata: names });
    Object.assign(schemas, $defs);
    return written;
  };

  const paths: Record<string, Record<string, unknown>> = {};
  for (const { url, method, config, schema = {} } of routes) {
    const path = url.replace(/:(\w+)/g, '{$1}');
    for (const verb of [method].flat().filter((each) => each !== 'HEAD')) {
      paths[path] ??= {};
      paths[path][verb.toLowerCase()] = describeOperation(
        { method: verb, path, ...config, ...schema } as ApiRoute,
        write,
      );
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Thuisbatterij-portaal', version: '1' },
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  };
  return openapiDocument.parse(JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')));
}

const SECURITY_SCHEMES = {
  surveyHash: { type: 'apiKey', in: 'header', name: 'x-survey-hash', description: 'The hash of a personal link.' },
  adminPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: 'SHA-256 of the admin password: 64 lower-case hexadecimal digits.',
  },
};
