import { onTestFinished } from 'vitest';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import type { Person } from '../bff/portal.ts';
import { type Headers, type Raw, rawCallsTo } from './raw-calls.ts';

/** A clock that moves only when a test moves it. */
export class TestClock {
  #now = Date.parse('2026-11-02T09:00:00.400Z');

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** One sandbox over HTTP, with a token. It stops when the test is over. */
export type SandboxUnderTest = Awaited<ReturnType<typeof sandboxUnderTest>>;

export async function sandboxUnderTest(settings: Partial<SandboxSettings> = {}) {
  const clock = new TestClock();
  const sandbox = await startSandbox({ port: 0, clock, ...settings });
  onTestFinished(() => sandbox.close());

  const raw = rawCallsTo(sandbox.url);
  const token = await takeToken(raw);
  const authorization = `Zoho-oauthtoken ${token}`;
  /** A call to `/crm/v8` with the token. */
  const crm = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    raw(method, `/crm/v8${path}`, body === undefined ? undefined : JSON.stringify(body), { authorization, ...headers });
  const control = (method: string, path: string, body?: unknown) =>
    raw(method, `/sandbox${path}`, body === undefined ? undefined : JSON.stringify(body));
  const person = async (name: string) => {
    const listed = (await control('GET', '/people')).json as Person[];
    const found = listed.find((one) => one.name === name);
    if (!found) throw new Error(`no person ${name}`);
    return found;
  };
  return {
    url: sandbox.url,
    clock,
    token,
    raw,
    crm,
    control,
    person,
    coql: (query: string) => crm('POST', '/coql', { select_query: query }),
    dealOf: async (name: string) => (await person(name)).dealIds[0] ?? '',
  };
}

export const TOKEN_QUERY = '?grant_type=refresh_token&client_id=1000.A&client_secret=s&refresh_token=1000.r';

async function takeToken(raw: Raw): Promise<string> {
  const { json } = await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`);
  return json.access_token;
}
