import { onTestFinished } from 'vitest';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import { type Headers, type Raw, type Reply, rawCallsTo } from './raw-calls.ts';

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
export interface SandboxUnderTest {
  url: string;
  clock: TestClock;
  token: string;
  /** A call to `/crm/v8` with the token. */
  crm(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply>;
  /** A call to any path, as it is. */
  raw: Raw;
  coql(query: string): Promise<Reply>;
  control(method: string, path: string, body?: unknown): Promise<Reply>;
  person(name: string): Promise<{ name: string; hash: string; contactId: string; dealIds: string[] }>;
  dealOf(name: string, index?: number): Promise<string>;
}

export async function sandboxUnderTest(settings: Partial<SandboxSettings> = {}): Promise<SandboxUnderTest> {
  const clock = new TestClock();
  const sandbox = await startSandbox({ port: 0, clock, ...settings });
  onTestFinished(() => sandbox.close());

  const raw = rawCallsTo(sandbox.url);
  const token = await takeToken(raw);
  const authorization = `Zoho-oauthtoken ${token}`;
  const crm: SandboxUnderTest['crm'] = (method, path, body, headers = {}) =>
    raw(method, `/crm/v8${path}`, body === undefined ? undefined : JSON.stringify(body), { authorization, ...headers });
  const control: SandboxUnderTest['control'] = (method, path, body) =>
    raw(method, `/sandbox${path}`, body === undefined ? undefined : JSON.stringify(body));
  const person: SandboxUnderTest['person'] = async (name) => {
    const listed = (await control('GET', '/people')).json as Awaited<ReturnType<SandboxUnderTest['person']>>[];
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
    coql: (query) => crm('POST', '/coql', { select_query: query }),
    dealOf: async (name, index = 0) => (await person(name)).dealIds[index] ?? '',
  };
}

export const TOKEN_QUERY = '?grant_type=refresh_token&client_id=1000.A&client_secret=s&refresh_token=1000.r';

async function takeToken(raw: Raw): Promise<string> {
  const { json } = await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`);
  return json.access_token;
}
