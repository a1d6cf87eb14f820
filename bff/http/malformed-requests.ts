import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { answerWithoutRequest, ProblemError, refuseBody } from './problems.ts';
import type { App } from './route-description.ts';

/**
 * Unreserved characters (letters, digits, `-._~`) in percent encoding. They make equivalent paths (RFC 3986, section
 * 6.2.2.2), and no browser sends them.
 */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/**
 * Answers the requests that Node refuses, with our own body and headers. Also refuses some that Node accepts: an
 * HTTP/1.1 request must name exactly one host (RFC 9112, section 3.2; `requireHostHeader` is off for that), and its
 * path must have one spelling. The router treats `/%61pi/` and `http://elsewhere/api/` as `/api/`; a hook or a proxy
 * that checks the start of the path would not.
 */
export function refuseMalformed(app: App, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (namesOneHost(request.raw) && isPlain(request.url)) return done();
    reply.header('connection', 'close');
    done(new ProblemError('invalid'));
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const answer = answerWithoutRequest(headers);
    response.writeHead(417, answer.headers).end(answer.text);
  });
}

function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
}

function isPlain(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/') && !NEEDLESSLY_ENCODED.test(path);
}

/** Deeper than any body we accept. */
const MOST_LEVELS = 8;
/** The content type of browser reports. */
const REPORTS = 'application/reports+json';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON or empty bodies. Fastify would also accept text/plain, which a foreign page can post without a
 * preflight. An empty body with a JSON content type counts as no body. Refuses values that cannot be stored unchanged:
 * invalid UTF-8, unpaired surrogates, numbers that overflow.
 */
export function readJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(['application/json', REPORTS], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = decoded(body);
    if (text === null) return done(new ProblemError('invalid'));
    parse(request, text, (error, value) => {
      if (error || isOrdinary(value, MOST_LEVELS)) done(error, value);
      else done(new ProblemError('invalid'));
    });
  });
}

function decoded(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

function isOrdinary(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every((pair) => pair.every((part) => isOrdinary(part, levels - 1)));
}

const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    if (httpPart === 'body') return { error: refuseBody(parsed.error.issues) };
    // A path with an impossible id does not exist.
    return { error: new ProblemError(httpPart === 'params' ? 'not_found' : 'invalid') };
  };

/** An answer contains only the fields in its schema. The schema is compiled at first use, to keep the start fast. */
const serialiseWithZod: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let answer: z.ZodType | undefined;
  return (data) => {
    answer ??= z.compile(schema);
    return JSON.stringify(answer.parse(data));
  };
};

/**
 * Pass these to Fastify when the app is created. Without them, Fastify loads its own JSON Schema compiler at that
 * moment: ten megabytes that nothing uses. The cast is necessary because Fastify's type allows JSON Schema only.
 */
export const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validateWithZod, buildSerializer: () => serialiseWithZod },
} as unknown as FastifyServerOptions['schemaController'];
