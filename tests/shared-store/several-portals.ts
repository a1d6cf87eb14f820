import { request } from 'undici';
import { loadConfig } from '../../bff/config.ts';
import { systemClock } from '../../bff/crm/clock.ts';
import { createLog } from '../../bff/http/logging.ts';
import { type RunningServer, startServer } from '../../bff/server.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';

export interface Ask {
  hash?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface PortalProcess {
  call(method: string, path: string, ask?: Ask): Promise<{ status: number; body: Record<string, unknown> }>;
  metric(name: string): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * A portal of several instances on one CRM sandbox; here they run in one operating-system process, and share nothing
 * else.
 */
export async function startSeveral(
  count: number,
  sharedStoreUrl: string,
  env: NodeJS.ProcessEnv = {},
  settings: Partial<SandboxSettings> = {},
) {
  const sandbox = await startSandbox({ port: 0, ...settings });
  const lines: string[] = [];
  const config = loadConfig({
    PORT: '0',
    METRICS_PORT: '0',
    SANDBOX: '1',
    PUBLIC_URL: 'http://portal.test',
    CRM_API_URL: sandbox.url,
    CRM_ACCOUNTS_URL: sandbox.url,
    CRM_CLIENT_ID: 'sandbox',
    CRM_CLIENT_SECRET: 'sandbox',
    CRM_REFRESH_TOKEN: 'sandbox',
    ADMIN_PASSWORD_SHA256: ADMIN_DIGEST,
    REQUESTS_PER_LINK: '100000',
    TRUST_PROXY: '1',
    SHARED_STORE_URL: sharedStoreUrl,
    ...env,
  });
  const log = createLog(config.logLevel, { write: (line) => lines.push(line) });
  const start = async (storeUrl = sharedStoreUrl) =>
    asProcess(await startServer({ ...config, sharedStoreUrl: storeUrl }, log, systemClock));
  const processes = await Promise.all(Array.from({ length: count }, () => start()));
  return {
    processes,
    start,
    logged: () => lines.join(''),
    sandbox: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await send(method, `${sandbox.url}${path}`, body === undefined ? {} : { body });
      return answer.body as T;
    },
    async close(): Promise<void> {
      await Promise.all(processes.map((process) => process.stop()));
      await sandbox.close();
    },
  };
}

function asProcess(server: RunningServer): PortalProcess {
  return {
    call: (method, path, ask = {}) => send(method, `http://127.0.0.1:${server.port}${path}`, ask),
    async metric(name) {
      const { body } = await request(`http://127.0.0.1:${server.metricsPort}/metrics`);
      const [, value] = new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(await body.text()) ?? [];
      return value === undefined ? null : Number(value);
    },
    stop: () => server.stop(),
  };
}

async function send(method: string, url: string, { hash, body, headers }: Ask) {
  const answer = await request(url, {
    method: method as 'GET',
    headers: {
      ...(hash !== undefined && { 'x-survey-hash': hash }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}
