import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Deal } from '../../bff/view-models/deal.ts';
import { PROBLEMS } from '../../bff/view-models/problem.ts';
import { registeredRoutes } from '../security/registered-routes.ts';
import { ROUTES } from '../security/route-matrix.ts';
import { ownPortal } from './own-portal.ts';
import { ADMIN_DIGEST, type Portal, startPortal } from './portal.ts';
import type { Answer, CallOptions } from './send.ts';
import { ADMIN } from './staff.ts';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];
interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { required: boolean };
  responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>;
  security: Record<string, never[]>[];
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

let portal: Portal;
let registered: string[];
let served: Answer;
/** The description as it is served, and the same one in which the named shapes are written out at each use. */
let described: Description;
let resolved: Description;

beforeAll(async () => {
  registered = await registeredRoutes(async () => {
    portal = await startPortal({ UNKNOWN_LINKS_PER_MINUTE: '10000' });
  });
  served = await portal.call('GET', '/api/openapi.json');
  described = served.body as unknown as Description;
  const validator = new Validator();
  await validator.validate(structuredClone(served.body));
  resolved = validator.resolveRefs() as unknown as Description;
  return () => portal.close();
});

const operations = () =>
  Object.entries(described.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const),
  );

const shapes = new Map<JsonSchema, z.ZodType>();
/** Many answers have the same part, which takes long to read. */
function shapeOf(part: JsonSchema): z.ZodType {
  const shape = shapes.get(part) ?? z.fromJSONSchema(part);
  shapes.set(part, shape);
  return shape;
}

/** Validates an answer by the description of its operation and status; throws when it does not match. */
function conforms(name: string, { status, headers, body }: Answer): void {
  const [verb = '', path = ''] = name.split(' ');
  const content = resolved.paths[path]?.[verb.toLowerCase()]?.responses[status]?.content;
  if (!content) throw new Error(`${name} does not describe ${status} ${JSON.stringify(body)}`);
  const [type = ''] = String(headers['content-type']).split(';');
  const schema = content[type]?.schema ?? false;
  // Checks part by part: zod accepts a key that only one side of an intersection knows.
  for (const part of (typeof schema === 'object' && schema.allOf) || [schema]) {
    const parsed = shapeOf(part).safeParse(body);
    if (!parsed.success) throw new Error(`${name} ${status}: ${z.prettifyError(parsed.error)}`);
  }
}

describe('§7 GET /api/openapi.json', () => {
  test('§7 is OpenAPI 3.1, served like every other call', async () => {
    expect(served.status).toBe(200);
    expect(served.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(await new Validator().validate(structuredClone(served.body))).toEqual({ valid: true });
    expect(served.body.openapi).toBe('3.1.0');
  });

  test('§7 it has every route that the router has under /api, and nothing else', async () => {
    const routes = registered.filter((route) => / \/api\//.test(route) && !route.startsWith('HEAD '));
    expect(routes.length).toBeGreaterThan(20);
    expect(operations().map(([name]) => name)).toEqual(expect.arrayContaining(routes.map(inBraces)));
    expect(operations()).toHaveLength(routes.length);
  });

  test('§7 every operation describes its answers', () => {
    const silent = operations().filter(([, { responses }]) => {
      const schemas = Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith('2') ? Object.values(content).map(({ schema }) => schema) : [],
      );
      return schemas.length === 0 || schemas.some((schema) => JSON.stringify(schema ?? {}) === '{}');
    });
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test('§7.1 every error code occurs in some operation, with its own status', () => {
    const found = new Set<string>();
    for (const [, { responses }] of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content['application/json']?.schema as Narrowed | undefined;
        for (const code of schema?.allOf?.[1]?.properties?.error.enum ?? []) {
          expect([code, PROBLEMS[code]]).toEqual([code, Number(status)]);
          found.add(code);
        }
      }
    }
    expect([...found].sort()).toEqual(Object.keys(PROBLEMS).sort());
  });

  test('§6 who may call: with a link, with the admin password, or anybody', () => {
    const open = operations().filter(([, { security }]) => security.length === 0);
    expect(open.map(([name]) => name)).toEqual(['GET /api/openapi.json', 'GET /api/site', 'POST /api/contacts/link']);
    for (const [name, { security }] of operations()) {
      if (name.includes('/api/admin/')) expect(security).toEqual([{ adminPassword: [] }]);
    }
  });

  test('it reveals nothing of this organisation', () => {
    const text = JSON.stringify(served.body);
    for (const secret of [portal.crmUrl, ADMIN_DIGEST, 'Gaikan Thuisbatterijen', portal.as('anna').hash]) {
      expect(text).not.toContain(secret);
    }
  });
});

/** The error body with the codes that one status has. */
interface Narrowed {
  allOf?: { properties?: { error: { enum: (keyof typeof PROBLEMS)[] } } }[];
}

const inBraces = (route: string) => route.replace(/:(\w+)/g, '{$1}');

interface Example {
  name: string;
  verb: string;
  path: string;
  options: CallOptions;
}

/** A call of each operation by its proper caller, about this customer. */
function examples(about = portal.as('bram')): Example[] {
  const rows = Object.entries(ROUTES).filter(([route]) => route.includes(' /api/'));
  return rows.map(([route, { audience, example }]) => {
    const { path, body, headers } = example(about);
    const known: Record<string, string> =
      audience === 'staff' ? { authorization: ADMIN_DIGEST } : { 'x-survey-hash': about.hash };
    const options = { headers: { ...known, ...headers }, ...(body !== undefined && { body }) };
    return { name: inBraces(route), verb: route.split(' ')[0] ?? '', path, options };
  });
}

describe('§7 real answers match the description', () => {
  test('§7 the successful answer of every operation matches its description', async () => {
    const succeeded = new Set<string>();
    // Daan has signed, so he can withdraw. Fatima's offer is fixed, so she can request another.
    for (const { name, verb, path, options } of ['bram', 'daan', 'fatima'].flatMap((who) => examples(portal.as(who)))) {
      const answer = await portal.call(verb, path, options);
      if (answer.status < 300) succeeded.add(name);
      conforms(name, answer);
    }
    // The photo that was just sent.
    const headers = { authorization: ADMIN_DIGEST };
    const photos = `${ADMIN}/contacts/${portal.as('bram').contactId}/photos`;
    const { body } = await portal.call('GET', photos, { headers });
    const [photo] = body.photos as { id: string }[];
    const ofPhoto = `GET ${ADMIN}/contacts/{contactId}/photos/{photoId}`;
    conforms(ofPhoto, await portal.call('GET', `${photos}/${photo?.id}`, { headers }));
    succeeded.add(ofPhoto);
    const received = (await portal.as('bram').get('/api/contacts/photos')).body.photos as { name: string }[];
    const { hash } = portal.as('bram');
    const takenBack = await portal.call('DELETE', `/api/contacts/photos/${received[0]?.name}`, { hash });
    expect(takenBack.status).toBe(200);
    conforms('DELETE /api/contacts/photos/{name}', takenBack);
    succeeded.add('DELETE /api/contacts/photos/{name}');
    const names = operations().map(([name]) => name);
    expect([...succeeded].sort()).toEqual(names.sort());
  });

  test('§6 every operation without credentials', async () => {
    const own = await ownPortal({ UNKNOWN_LINKS_PER_MINUTE: '10000' });
    for (const { name, verb, path, options } of examples()) {
      const headers = { ...options.headers, authorization: 'nobody', 'x-survey-hash': 'sandbox-nobody-0000000000' };
      conforms(name, await own.call(verb, path, { ...options, headers }));
    }
  });

  test('§7.1 every body that is missing, too large, of another type or invalid', async () => {
    for (const { name, verb, path, options } of examples()) {
      if (!('body' in options)) continue;
      const typed = (type: string, body: unknown) => ({ headers: { ...options.headers, 'content-type': type }, body });
      const wrong = [
        typed('application/json', '{"half":'),
        typed('application/json', { nothing: 'known' }),
        typed('application/json', { text: 'x'.repeat(70_000) }),
        typed('text/plain', 'tekst'),
      ];
      for (const each of wrong) {
        const answer = await portal.call(verb, path, each);
        expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true]);
        conforms(name, answer);
      }
    }
  });

  test('§7.1 another origin, a preview, a failing CRM, a changed quote, a signed quote', async () => {
    const own = await ownPortal();
    const carla = own.as('carla');
    const path = carla.deal;
    const read = 'GET /api/contacts/deals/{id}';
    const approve = 'POST /api/contacts/deals/{id}/approve';
    const told = async (name: string, status: number, error: string, answer: Promise<Answer>) => {
      const { body, ...rest } = await answer;
      expect([name, rest.status, body.error]).toEqual([name, status, error]);
      conforms(name, { body, ...rest });
    };
    const call = (verb: string, at: string, body?: unknown, headers = {}) =>
      own.call(verb, at, { hash: carla.hash, headers, ...(body !== undefined && { body }) });
    const change = { survey1_approve_clicked: true, fingerprint: '0'.repeat(64) };

    await told(read, 403, 'forbidden', call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' }));
    await told(approve, 403, 'forbidden', call('POST', `${path}/approve`, change, { 'x-preview': '1' }));
    await told(approve, 409, 'quote_changed', call('POST', `${path}/approve`, change));
    const { fingerprint } = (await carla.get(path)).body.deal as Deal;
    await call('POST', `${path}/approve`, { survey1_approve_clicked: true, fingerprint });
    const sign = { gaikan_signature_plain: 'Carla', fingerprint };
    expect((await call('POST', `${path}/approve`, sign)).status).toBe(200);
    const save = call('PUT', path, { props: { survey_1_has_solar_panels: true } });
    await told('PUT /api/contacts/deals/{id}', 409, 'already_signed', save);
    const action = { action: 'calc', contactId: carla.contactId, dealId: carla.dealId };
    const edit = call('POST', `${ADMIN}/action`, action, { authorization: ADMIN_DIGEST });
    await told('POST /api/admin/callcenter/action', 409, 'already_signed', edit);

    await own.fault({ match: '/crm/', kind: 'status', status: 503 });
    await told(read, 503, 'crm_unavailable', call('GET', path));
    await own.noFaults();
  });

  test('§7.2 idempotency-key is described for each operation that refuses a wrong one, and for no other', async () => {
    const takes = operations().filter(([, { parameters }]) =>
      parameters.some(({ name }) => name === 'idempotency-key'),
    );
    const refuses: string[] = [];
    for (const { name, verb, path, options } of examples()) {
      const headers = { ...options.headers, 'idempotency-key': 'short' };
      const { status, body } = await portal.call(verb, path, { ...options, headers });
      if (status === 400 && body.error === 'invalid') refuses.push(name);
    }
    expect(refuses.sort()).toEqual(takes.map(([name]) => name).sort());
  });
});
