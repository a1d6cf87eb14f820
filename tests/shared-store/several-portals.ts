import { request } from 'undici';
import { loadConfig } from '../../bff/config.ts';
import { systemClock } from '../../bff/crm/clock.ts';
import { createLog } from '../../bff/http/logging.ts';
import { type RunningServer, startServer } from '../../bff/server.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import { environmentOn } from '../bff/portal.ts';
import { type Answer, type CallOptions, send } from '../bff/send.ts';

export interface PortalProcess {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
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
    ...environmentOn(sandbox.url),
    METRICS_PORT: '0',
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
    call: (method, path, options = {}) => send(method, `http://127.0.0.1:${server.port}${path}`, options),
    async metric(name) {
      const { body } = await request(`http://127.0.0.1:${server.metricsPort}/metrics`);
      const [, value] = new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(await body.text()) ?? [];
      return value === undefined ? null : Number(value);
    },
    stop: () => server.stop(),
  };
}
