import { gzipSync } from 'node:zlib';
import type { FastifyReply, onRequestHookHandler, RouteOptions } from 'fastify';
import { z } from 'zod';
import { adminContact, adminDeal, adminNote, leadCard } from '../view-models/callcenter.ts';
import { owner } from '../view-models/colleagues.ts';
import { contact, dealSummary } from '../view-models/contact.ts';
import { deal, receipt } from '../view-models/deal.ts';
import { uploadedFile } from '../view-models/photos.ts';
import { problem } from '../view-models/problem.ts';
import { calc, legacyProduct, quoteRow } from '../view-models/quote.ts';
import { site } from '../view-models/site.ts';
import { adminStats } from '../view-models/stats.ts';
import { acceptedEncodings } from './requests.ts';
import { type App, operationOf, type Schemas, SECURITY_SCHEMES, type Write } from './route-description.ts';

/** Shapes with a name in the description; others are inlined. */
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
  /** Refuses everybody except staff. */
  requireAdmin: onRequestHookHandler;
  /** In the sandbox everybody may read the staff part too. */
  isOpen: boolean;
}

/**
 * `GET /api/openapi.json`: the API in OpenAPI 3.1, from the schemas that validate and serialise. Describes every /api
 * route registered on `app` after this, staff routes only to staff; generated and compressed once, at the first
 * request.
 */
export function describeApi(app: App, { requireAdmin, isOpen }: Readers): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && route.method !== 'HEAD') routes.push(route);
  });
  const forStaff = packedOnce(() => documentOf(routes));
  const forEveryone = packedOnce(() => documentOf(routes.filter(({ config }) => config?.access !== 'staff')));
  const schema = { response: { 200: openapiDocument } };
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    // If a request carries a password, it is checked and throttled as on any other route. In the sandbox no password is
    // needed.
    if (isOpen || request.headers.authorization === undefined) done();
    else requireAdmin.call(app, request, reply, done);
  };
  app.get('/api/openapi.json', { config: { access: 'everyone' }, schema, onRequest }, async ({ headers }, reply) => {
    const { plain, gzip } = isOpen || headers.authorization !== undefined ? forStaff() : forEveryone();
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const isPacked = acceptedEncodings(headers['accept-encoding']).includes('gzip');
    if (isPacked) reply.header('content-encoding', 'gzip');
    // Fastify sends bytes unchanged; the schema only describes their content.
    return (reply as FastifyReply).send(isPacked ? gzip : plain);
  });
}

type Packed = Record<'plain' | 'gzip', Buffer>;

function packedOnce(make: () => object): () => Packed {
  let made: Packed | undefined;
  return () => {
    if (!made) {
      const plain = Buffer.from(JSON.stringify(make()));
      made = { plain, gzip: gzipSync(plain) };
    }
    return made;
  };
}

function documentOf(routes: readonly RouteOptions[]): object {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  const schemas: Record<string, unknown> = {};
  const write: Write = (schema, io) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, metadata: names }));
    const { $schema: _dialect, $defs, ...written } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
    Object.assign(schemas, $defs);
    return written;
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, url, schema, config = {} } of routes) {
    const path = url.replace(/:(\w+)/g, '{$1}');
    const operation = operationOf(config, (schema ?? {}) as Schemas, write);
    for (const each of [method].flat()) {
      paths[path] = { ...paths[path], [each.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Thuisbatterij-portaal', version: '1' },
    components: { securitySchemes: SECURITY_SCHEMES, schemas },
    paths,
  };
}
