import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { PROBLEMS, type ProblemCode, problem } from '../view-models/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Additions to the API description, besides the schemas of the route. */
    describe?: RouteDescription;
  }
}

interface RouteDescription {
  /** Errors besides those implied by access and schemas. */
  problems?: readonly ProblemCode[];
  /** Headers besides those implied by the other declarations. */
  headers?: readonly HeaderName[];
  /** For a form instead of JSON: its JSON Schema. */
  form?: object;
  /** For a file instead of a JSON answer: its possible media types. */
  file?: readonly string[];
}

/** The errors of every route that calls the CRM. */
export const CRM_PROBLEMS = [
  'not_found',
  'field_invalid',
  'too_many',
  'crm_unavailable',
  'outcome_unknown',
  'busy',
] as const satisfies ProblemCode[];
/** The errors of a change that depends on the state of a deal. */
export const DEAL_PROBLEMS = [
  'conflict',
  'quote_changed',
  'already_signed',
  'quote_incomplete',
  'quote_fixed',
  'details_missing',
  'not_recorded',
] as const satisfies ProblemCode[];

const HEADERS = {
  'idempotency-key': {
    type: 'string',
    pattern: '^[\\x21-\\x7e]{8,128}$',
    description: 'One press of a button. The same key again is answered as the first, and done once.',
  },
  'x-preview': { type: 'string', description: '"1": a page that staff looks at; it may change nothing.' },
  'x-owner-id': { type: 'string', description: 'Who works: the id chosen in "Gebruiker?".' },
  'x-image-category': { const: 'c1', description: 'The only category there is.' },
} as const;
type HeaderName = keyof typeof HEADERS;
const REQUIRED: readonly HeaderName[] = ['x-image-category'];

export const SECURITY_SCHEMES = {
  surveyHash: {
    type: 'apiKey',
    in: 'header',
    name: 'x-survey-hash',
    description: 'The hash of a personal link.',
  },
  adminPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: 'SHA-256 of the admin password: 64 lower-case hexadecimal digits.',
  },
} as const;

type RouteConfig = NonNullable<RouteOptions['config']>;
export type Schemas = {
  body?: z.ZodType;
  params?: z.ZodType;
  querystring?: z.ZodType;
  response?: Record<string, z.ZodType>;
};
/** A zod schema as JSON Schema. */
export type Write = (schema: z.ZodType, io: 'input' | 'output') => object;

/** A route as an operation of OpenAPI 3.1. */
export function operationOf(config: RouteConfig, schemas: Schemas, write: Write): object {
  const { access, describe = {} } = config;
  const { body, params, querystring } = schemas;
  const { form } = describe;
  const content = body ? json(write(body, 'input')) : form && { 'multipart/form-data': { schema: form } };
  return {
    parameters: [
      ...(params ? parametersOf('path', write(params, 'input')) : []),
      ...(querystring ? parametersOf('query', write(querystring, 'input')) : []),
      ...headersOf(config),
    ],
    ...(content && { requestBody: { content, required: body?.safeParse(undefined).success !== true } }),
    responses: { ...answersOf(describe, schemas, write), ...problemsOf(config, schemas, write) },
    security: access === 'staff' ? [{ adminPassword: [] }] : access === 'everyone' ? [] : [{ surveyHash: [] }],
  };
}

function parametersOf(place: 'path' | 'query', schema: { properties?: object; required?: string[] }): object[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, each]) => parameter(place, name, each, required.includes(name)));
}

function headersOf({ writes, oncePerKey, describe = {} }: RouteConfig): object[] {
  const names: HeaderName[] = [
    ...(oncePerKey === undefined ? [] : (['idempotency-key'] as const)),
    ...(writes ? (['x-preview'] as const) : []),
    ...(describe.headers ?? []),
  ];
  return names.map((name) => parameter('header', name, HEADERS[name], REQUIRED.includes(name)));
}

function parameter(place: string, name: string, described: { description?: string }, required: boolean): object {
  const { description, ...schema } = described;
  return { in: place, name, description, required, schema };
}

function answersOf({ file }: RouteDescription, { response = {} }: Schemas, write: Write): object {
  if (file) {
    const content = file.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]);
    return { 200: { description: STATUS_CODES[200], content: Object.fromEntries(content) } };
  }
  const described = Object.entries(response).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status], content: json(write(schema, 'output')) },
  ]);
  return Object.fromEntries(described);
}

/** The errors implied by a route's declarations, plus those it names itself. */
function codesOf({ access, oncePerKey, describe = {} }: RouteConfig, { body, params }: Schemas): ProblemCode[] {
  const codes: ProblemCode[] = ['forbidden', 'internal', ...(describe.problems ?? [])];
  if (body || describe.form) {
    codes.push('invalid', 'too_large', 'unsupported_file', 'field_not_allowed', 'field_invalid');
  }
  if (params || oncePerKey !== undefined) codes.push('invalid');
  if (access !== 'everyone') codes.push(...CRM_PROBLEMS, access === 'staff' ? 'password' : 'unknown_link');
  return codes;
}

/** The error body per status, with the codes of that status. */
function problemsOf(config: RouteConfig, schemas: Schemas, write: Write): object {
  const codes = codesOf(config, schemas);
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code]))].sort();
  const described = statuses.map((status) => {
    const error = { enum: [...new Set(codes.filter((code) => PROBLEMS[code] === status))] };
    const schema = { allOf: [write(problem, 'output'), { properties: { error } }] };
    const isLater = status === 429 || status === 503;
    const headers = { 'retry-after': { schema: { type: 'integer' }, description: 'Seconds.' } };
    return [status, { description: STATUS_CODES[status], content: json(schema), ...(isLater && { headers }) }];
  });
  return Object.fromEntries(described);
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

/** Makes Fastify validate and serialise with zod: handler types follow from the route's schemas. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

/** The Fastify instance that routes and hooks are registered on. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;
