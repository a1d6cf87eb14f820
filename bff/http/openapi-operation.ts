import { STATUS_CODES } from 'node:http';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import { PROBLEMS, type ProblemCode, problem } from '../view-models/problem.ts';

/** A registered route: what validates its request and serialises its answers. */
export interface ApiRoute {
  method: string;
  /** With parameters in braces: `/api/contacts/deals/{id}`. */
  path: string;
  /** Who may call it, as the route declares. */
  access: FastifyContextConfig['access'];
  writes?: true;
  oncePerKey?: string;
  params?: z.ZodObject;
  body?: z.ZodType;
  response?: Record<string, z.ZodType>;
}

type Write = (schema: z.ZodType, io: 'input' | 'output') => object;

const UPLOAD = '/api/contacts/upload';

const isAdmin = ({ access }: ApiRoute) => access === 'staff';
const isCustomer = ({ access }: ApiRoute) => access === 'customer' || access === 'customer-of-deal';
const asksLink = ({ path }: Pick<ApiRoute, 'path'>) => path === '/api/contacts/link';
const asksCrm = (route: ApiRoute) => isAdmin(route) || isCustomer(route) || asksLink(route);
const isPdf = ({ path }: ApiRoute) => path.endsWith('/offerte.pdf');
const isPhoto = ({ path }: ApiRoute) => path.endsWith('/photos/{photoId}');
const hasBody = ({ body, path }: ApiRoute) => body !== undefined || path === UPLOAD;
const hasId = ({ params }: ApiRoute) => params !== undefined;
const changesDeal = ({ method, path }: ApiRoute) =>
  method !== 'GET' && /deals\/|callcenter\/action|contactDetails/.test(path);
/** The contact's answers are written again as often as asked; by its key only the note of a permission is written once. */
const takesKey = ({ oncePerKey, path }: ApiRoute) =>
  oncePerKey !== undefined || path === '/api/contacts/contactDetails';

/** The errors an operation can answer. */
const ENDS_IN: readonly (readonly [when: (route: ApiRoute) => boolean, codes: readonly ProblemCode[]])[] = [
  [() => true, ['forbidden', 'internal']],
  [hasBody, ['invalid', 'too_large', 'unsupported_file', 'field_not_allowed', 'field_invalid']],
  [hasId, ['invalid']],
  [takesKey, ['invalid']],
  [asksCrm, ['not_found', 'field_invalid', 'too_many', 'crm_unavailable', 'outcome_unknown', 'busy']],
  [isCustomer, ['unknown_link']],
  [isAdmin, ['password']],
  [changesDeal, ['conflict', 'quote_changed', 'already_signed', 'quote_incomplete']],
  [isPdf, ['conflict', 'quote_incomplete']],
  [isPhoto, ['too_large', 'unsupported_file']],
];

interface Header {
  name: string;
  required?: true;
  schema: object;
  description: string;
}

/** The headers an operation reads, besides the one that identifies the caller. */
const READS: readonly (readonly [when: (route: ApiRoute) => boolean, header: Header])[] = [
  [
    takesKey,
    {
      name: 'idempotency-key',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,128}$' },
      description: 'One press of a button. The same key again is answered as the first, and done once.',
    },
  ],
  [
    ({ writes }) => writes === true,
    {
      name: 'x-preview',
      schema: { type: 'string' },
      description: '"1": a page that staff looks at; it may change nothing.',
    },
  ],
  [
    ({ path }) => /callcenter(\/action|\/next|\/contacts\/\{contactId\}(\/presence)?)?$/.test(path),
    { name: 'x-owner-id', schema: { type: 'string' }, description: 'Who works: the id chosen in "Gebruiker?".' },
  ],
  [
    ({ path }) => path === UPLOAD,
    { name: 'x-image-category', required: true, schema: { const: 'c1' }, description: 'The only category there is.' },
  ],
];

/** One operation in OpenAPI 3.1. */
export function describeOperation(route: ApiRoute, write: Write): object {
  const body = bodyOf(route, write);
  return {
    parameters: [...pathParameters(route, write), ...headers(route)],
    ...(body && { requestBody: body }),
    responses: { ...answers(route, write), ...problems(route, write) },
    security: isAdmin(route) ? [{ adminPassword: [] }] : isCustomer(route) ? [{ surveyHash: [] }] : [],
  };
}

function pathParameters({ params }: ApiRoute, write: Write): object[] {
  return Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: write(schema as z.ZodType, 'input'),
  }));
}

function headers(route: ApiRoute): object[] {
  return READS.flatMap(([when, header]) => (when(route) ? { in: 'header', ...header } : []));
}

function bodyOf({ path, body }: ApiRoute, write: Write): object | null {
  if (path === UPLOAD) {
    const files = {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    };
    const schema = { type: 'object', properties: { files }, required: ['files'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!body) return null;
  return { required: !body.safeParse(undefined).success, content: json(write(body, 'input')) };
}

function answers(route: ApiRoute, write: Write): object {
  if (isPdf(route)) return file(['application/pdf']);
  if (isPhoto(route)) return file(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf']);
  const { response = {} } = route;
  const described = Object.entries(response).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status], content: json(write(schema, 'output')) },
  ]);
  return Object.fromEntries(described);
}

function file(types: readonly string[]): object {
  const content = types.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]);
  return { 200: { description: STATUS_CODES[200], content: Object.fromEntries(content) } };
}

/** The error body, per status with its codes. */
function problems(route: ApiRoute, write: Write): object {
  const codes = ENDS_IN.flatMap(([when, these]) => (when(route) ? these : []));
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code]))].sort();
  const described = statuses.map((status) => {
    const error = { enum: [...new Set(codes.filter((code) => PROBLEMS[code] === status))] };
    const schema = { allOf: [write(problem, 'output'), { properties: { error } }] };
    const retryAfter = { 'retry-after': { schema: { type: 'integer' }, description: 'Seconds.' } };
    const isLater = status === 429 || status === 503;
    const answer = { description: STATUS_CODES[status], content: json(schema) };
    return [status, { ...answer, ...(isLater && { headers: retryAfter }) }];
  });
  return Object.fromEntries(described);
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}
