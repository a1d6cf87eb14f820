import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
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
import { describeRoute, OPTIONAL_BODY, type Schemas, SECURITY_SCHEMES, type Write } from './route-description.ts';
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
export async function describeApi(app: App, { requireAdmin, isOpen }: Readers): Promise<void> {
  const forStaff = await collect(app, 'describedForStaff', () => true);
  const forEveryone = await collect(app, 'describedForEveryone', ({ config }) => config?.access !== 'staff');
  const schema = { response: { 200: openapiDocument } };
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    // A password that is offered is checked and throttled as everywhere; in the sandbox none is needed.
    if (isOpen || request.headers.authorization === undefined) done();
    else requireAdmin.call(app, request, reply, done);
  };
  app.get('/api/openapi.json', { config: { access: 'everyone' }, schema, onRequest }, async ({ headers }, reply) => {
    const { plain, gzip } = isOpen || headers.authorization !== undefined ? forStaff() : forEveryone();
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    if (isPacked) reply.header('content-encoding', 'gzip');
    // Bytes are sent past the schema, which describes what they say.
    return (reply as FastifyReply).send(isPacked ? gzip : plain);
  });
}

type Packed = Record<'plain' | 'gzip', Buffer>;

/** Collects the routes that are shown; the returned function writes and packs the description once. */
async function collect(app: App, decorator: string, isShown: (route: RouteOptions) => boolean): Promise<() => Packed> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  const schemas: Record<string, unknown> = {};
  const write: Write = (schema, io) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, metadata: names }));
    const { $schema: _dialect, $defs, ...written } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
    Object.assign(schemas, $defs);
    return written;
  };
  await app.register(swagger, {
    decorator: decorator as 'swagger',
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Thuisbatterij-portaal', version: '1' },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ route, schema = {}, url }) => {
      const isDescribed = url.startsWith('/api/') && isShown(route);
      return {
        url,
        schema: isDescribed ? describeRoute(route.config ?? {}, schema as Schemas, write) : { hide: true },
      };
    },
    transformObject: (made) => {
      const document = 'openapiObject' in made ? made.openapiObject : {};
      Object.assign(document.components?.schemas ?? {}, schemas);
      const paths: Record<string, object | undefined> = document.paths ?? {};
      for (const path of Object.values(paths)) Object.values(path ?? {}).forEach(complete);
      return document;
    },
  });
  let packed: Packed | undefined;
  return () => {
    packed ??= pack((app as unknown as Record<string, () => object>)[decorator]?.() ?? {});
    return packed;
  };
}

/** @fastify/swagger calls every body required, and leaves an empty list of parameters out. */
function complete(operation: { parameters?: object[]; requestBody?: object; [OPTIONAL_BODY]?: true }): void {
  operation.parameters ??= [];
  if (operation[OPTIONAL_BODY] && operation.requestBody) Object.assign(operation.requestBody, { required: false });
  delete operation[OPTIONAL_BODY];
}

function pack(document: object): Packed {
  const plain = Buffer.from(JSON.stringify(document));
  return { plain, gzip: gzipSync(plain) };
}
