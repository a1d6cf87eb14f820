import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../bff/http/logging.ts';
import { warnOfPlainHttp } from '../../bff/http/operations.ts';
import { openPortal } from '../bff/own-portal.ts';

// Things that a portal on a real CRM hides, and the sandbox shows.

const PASSWORD = hash('sha256', 'drie ezels eten distels bij dageraad');
const REAL_CRM = {
  SANDBOX: '0',
  METRICS_PORT: '0',
  PORTAL_FILE: 'portal.json',
  CRM_WEB_URL: 'https://crm.example',
  PORTAL_SECRET: 'k7Qm2ZxV9rTbLw4NcYpD8sFhJ3gE6aUo',
  EVIDENCE_SECRETS: 'w3Rf8TnB5yHq1KzX6mVc9LdP2sGj4aEo',
  ADMIN_PASSWORD_SHA256: PASSWORD,
};
const portal = await openPortal(REAL_CRM);

const pathsIn = (body: Record<string, unknown>) => Object.keys(body.paths as object);
const isForStaff = (path: string) => path.startsWith('/api/admin/');

test('metrics are served on their own port alone, which serves nothing else', async () => {
  expect((await portal.call('GET', '/metrics')).status).toBe(404);
  const answer = await fetch(`${portal.metricsUrl}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('crm_calls_total')]);
  expect((await fetch(`${portal.metricsUrl}/api/site`)).status).toBe(404);
});

test('the description of the API shows calls of staff to staff alone; a wrong password is refused and counted', async () => {
  const open = await portal.call('GET', '/api/openapi.json');
  expect(pathsIn(open.body).filter(isForStaff)).toEqual([]);
  expect(JSON.stringify(open.body)).not.toContain('LeadCard');
  const read = (authorization: string) => portal.call('GET', '/api/openapi.json', { headers: { authorization } });
  expect(pathsIn((await read(PASSWORD)).body).filter(isForStaff).length).toBeGreaterThan(5);
  for (let n = 0; n < 5; n += 1) expect((await read(hash('sha256', `guess ${n}`))).status).toBe(401);
  expect((await read(PASSWORD)).status).toBe(429);
});

test('without TRUST_PROXY there is a warning at the start, and one when the first forwarded address arrives', async () => {
  expect(portal.logged()).toContain('TRUST_PROXY is not set');
  const forwarded = { headers: { 'x-forwarded-for': '192.0.2.1' } };
  for (let n = 0; n < 3; n += 1) await portal.call('GET', '/livez', forwarded);
  expect(portal.logged().split('a forwarded address was ignored')).toHaveLength(2);
});

test('a PUBLIC_URL without encryption causes one warning at the start; one on this machine does not', () => {
  expect(portal.logged().split('PUBLIC_URL is plain http')).toHaveLength(2);
  const isWarnedOf = (publicUrl: string, sandbox = false) => {
    let warned = false;
    const log = createLog('warn', { write: () => (warned = true) });
    warnOfPlainHttp({ publicUrl, sandbox }, log);
    return warned;
  };
  expect(isWarnedOf('http://portal.test')).toBe(true);
  expect(isWarnedOf('http://portal.test', true)).toBe(false);
  for (const url of ['https://portal.test', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(isWarnedOf(url)).toBe(false);
});
