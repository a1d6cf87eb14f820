import { randomBytes } from 'node:crypto';
import { test as base, expect, inject, onTestFinished } from 'vitest';
import { type Headers, rawCallsTo } from '../crm-sandbox/raw-calls.ts';
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
export type Crm = Awaited<ReturnType<typeof crmUnderTest>>;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a record; a type would say it twice
export type Row = Record<string, any>;

/** For a table of tests, which get nothing but their row. */
export async function crmUnderTest() {
  const { url, token } = org ?? (await sandboxUnderTest({ searchLagMs: 0 }));
  const raw = rawCallsTo(url);
  const authorization = { authorization: `Zoho-oauthtoken ${token}` };
  /** A call to `/crm/v8` with a token. */
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    raw(method, `/crm/v8${path}`, body === undefined ? undefined : JSON.stringify(body), {
      ...authorization,
      ...headers,
    });
  return {
    url,
    sandbox: org === null,
    call,
    /** The same as `call` with a body that is not JSON, or without a token. */
    raw,
    authorization,
    coql: (query: string) => call('POST', '/coql', { select_query: query }),
    /** The accounts server's answer when it gave a token, without the token. */
    grant: async (): Promise<Row> => org?.grant ?? (await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).json,
    /** Makes a record without triggering workflows, and removes it after the test. Returns its id. */
    make: async (module: string, fields: Record<string, unknown>): Promise<string> => {
      const { json, text } = await call('POST', `/${module}`, { data: [fields], trigger: [] });
      const id: unknown = json?.data?.[0]?.details?.id;
      if (typeof id !== 'string') throw new Error(`POST /${module}: ${text}`);
      onTestFinished(async () => {
        const { status, text: left } = await call('DELETE', `/${module}/${id}`);
        if (status !== 200 && status !== 400) throw new Error(`${module} ${id} is left behind: ${status} ${left}`);
      });
      return id;
    },
    /** Some existing records of a module, with these fields. */
    some: async (module: string, fields: string): Promise<[Row, ...Row[]]> => {
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
