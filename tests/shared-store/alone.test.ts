import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const START_AND_LOOK = `
  const { registerHooks } = await import('node:module');
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const isThere = (pattern) => loaded.some((url) => pattern.test(url));
  const { loadConfig } = await import('./bff/config.ts');
  const { createLog } = await import('./bff/http/logging.ts');
  const { startServer } = await import('./bff/server.ts');
  const { startSandbox } = await import('./fixtures/crm-sandbox/server.ts');
  const sandbox = await startSandbox({ port: 0 });
  const crm = { CRM_API_URL: sandbox.url, CRM_ACCOUNTS_URL: sandbox.url };
  const credentials = { CRM_CLIENT_ID: 'id', CRM_CLIENT_SECRET: 'secret', CRM_REFRESH_TOKEN: 'token' };
  const config = loadConfig({ PORT: '0', SANDBOX: '1', LOG_LEVEL: 'silent', ...crm, ...credentials });
  const server = await startServer(config, createLog('silent'));
  const [store, traces] = [/\\/(ioredis|rate-limiter-flexible)\\//, /@opentelemetry\\/(sdk|exporter|context|resources)/];
  console.log(isThere(store), isThere(traces));
  await import('./bff/shared-store/redis-store.ts');
  await import('./bff/traces/traces.ts');
  console.log(isThere(store), isThere(traces));
  await server.stop();
  await sandbox.close();
  process.exit();
`;

test('a single process loads nothing of the shared store or of traces', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', START_AND_LOOK], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('false false\ntrue true');
});
