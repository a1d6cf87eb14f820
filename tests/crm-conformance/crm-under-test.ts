import { randomBytes } from 'node:crypto';
import { test as base, expect, inject, onTestFinished } from 'vitest';
import { type Headers, type Raw, type Reply, rawCallsTo } from '../crm-sandbox/raw-calls.ts';
import { sandboxUnderTest, TOKEN_QUERY } from '../crm-sandbox/sandbox-under-test.ts';
import type {} from './real-org.ts';

/** Undefined in `npm test`, null without `CRM_API_URL`. In both cases every test gets a fresh sandbox. */
const org = inject('org') ?? null;

const test = base
  .extend('crm', () => crmUnderTest())
  .extend('call', ({ crm }) => crm.call)
  .extend('raw', ({ crm }) => crm.raw)
  .extend('authorization', ({ crm }) => crm.authorization)
  .extend('coql', ({ crm }) => crm.coql)
  .extend('make', ({ crm }) => crm.make)
  .extend('some', ({ crm }) => crm.some);

// Each of these functions says what a test does to a CRM, and therefore where the test may run.

/** Only reads, so it runs everywhere. */
export const reads = test;
/** Makes records, and removes them again; in a real organisation only with `CONFORMANCE_WRITES=1`. */
export const writes: typeof test.skip = test.runIf(org === null || org.writable);
/** Moves the clock, fills or breaks the CRM, so it runs on the sandbox only. */
export const sandboxOnly: typeof test.skip = test.runIf(org === null);

/** The CRM that a test describes: a fresh sandbox, or the organisation of `npm run conformance`. */
export interface Crm {
  url: string;
  sandbox: boolean;
  writable: boolean;
  /** A call to `/crm/v8` with a token. */
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply>;
  /** The same with a body that is not JSON, or without a token. */
  raw: Raw;
  authorization: Headers;
  coql(query: string): Promise<Reply>;
  /** The accounts server's answer when it gave a token, without the token. */
  grant(): Promise<Row>;
  /** Makes a record without triggering workflows, and removes it after the test. Returns its id. */
  make(module: string, fields: Record<string, unknown>): Promise<string>;
  /** Some existing records of a module, with these fields. */
  some(module: string, fields: string): Promise<[Row, ...Row[]]>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a record; a type would say it twice
export type Row = Record<string, any>;

/** For a table of tests, which get nothing but their row. */
export async function crmUnderTest(): Promise<Crm> {
  const { url, token } = org ?? (await sandboxUnderTest({ searchLagMs: 0 }));
  const raw = rawCallsTo(url);
  const authorization = { authorization: `Zoho-oauthtoken ${token}` };
  const call: Crm['call'] = (method, path, body, headers = {}) =>
    raw(method, `/crm/v8${path}`, body === undefined ? undefined : JSON.stringify(body), {
      ...authorization,
      ...headers,
    });
  return {
    url,
    sandbox: org === null,
    writable: org === null || org.writable,
    call,
    raw,
    authorization,
    coql: (query) => call('POST', '/coql', { select_query: query }),
    grant: async () => org?.grant ?? (await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).json,
    make: async (module, fields) => {
      const { json, text } = await call('POST', `/${module}`, { data: [fields], trigger: [] });
      const id: unknown = json?.data?.[0]?.details?.id;
      if (typeof id !== 'string') throw new Error(`POST /${module}: ${text}`);
      onTestFinished(async () => {
        const { status, text: left } = await call('DELETE', `/${module}/${id}`);
        if (status !== 200 && status !== 400) throw new Error(`${module} ${id} is left behind: ${status} ${left}`);
      });
      return id;
    },
    some: async (module, fields) => {
      const { status, json, text } = await call('GET', `/${module}?fields=${fields}&per_page=5`);
      if (status === 204) throw new Error(`this organisation has no ${module}: make one first`);
      if (status !== 200) throw new Error(`GET /${module}: ${status} ${text}`);
      return json.data;
    },
  };
}

/** A name that nothing else in the organisation has. */
export const unique = (word: string) => `${word} ${randomBytes(6).toString('hex')}`;

/** Required fields of new records in these modules. */
export const newContact = () => ({ Last_Name: unique('Conformance') });
export const newDeal = () => ({
  Deal_Name: unique('Conformance'),
  Stage: 'Qualification',
  Closing_Date: '2027-01-31',
});

/** An id that no organisation has given out. */
export const NOBODY = '4150868000000999999';

/** `{code, details, message, status}`, exactly; the message's words vary between endpoints (crm-api §7.1). */
export const flat = (code: string, details: object = {}) => ({
  code,
  details,
  message: expect.any(String),
  status: 'error',
});
