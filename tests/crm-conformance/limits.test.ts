import { expect } from 'vitest';
import { type SandboxUnderTest, sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { flat, sandboxOnly } from './crm-under-test.ts';

/** Occupies the slots of some calls until the caller releases them. */
async function held({ url, token, control }: SandboxUnderTest, path: string, times: number) {
  await control('POST', '/faults', { kind: 'hang', times });
  const leaving = new AbortController();
  const headers = { authorization: `Zoho-oauthtoken ${token}` };
  const calls = Array.from({ length: times }, () =>
    fetch(`${url}/crm/v8${path}`, { headers, signal: leaving.signal }).catch(() => 'left'),
  );
  const running = async () => (await control('GET', '/at-once')).json.now;
  await expect.poll(running).toBe(times);
  return async () => {
    leaving.abort();
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'left'));
    await expect.poll(running).toBe(0);
  };
}

sandboxOnly('crm-api §6 more calls at a time than the limit are 429, until others end', async () => {
  const sandbox = await sandboxUnderTest({ concurrency: 3 });
  const leave = await held(sandbox, '/users', 3);
  const refused = await sandbox.crm('GET', '/users');
  expect(refused).toMatchObject({ status: 429, json: flat('TOO_MANY_REQUESTS') });
  expect(refused.headers).not.toHaveProperty('retry-after');
  await leave();
  expect((await sandbox.crm('GET', '/users')).status).toBe(200);
});

sandboxOnly('crm-api §6 COQL, search, sorted lists and large writes share a smaller limit', async () => {
  const sandbox = await sandboxUnderTest({ concurrency: 10, subConcurrency: 1 });
  const { crm, coql } = sandbox;
  const leave = await held(sandbox, '/Contacts?fields=id&sort_by=id', 1);
  const data = Array.from({ length: 11 }, (_, n) => ({ Last_Name: `L${n}` }));
  const complex = () => [
    coql('select id from Deals where id is not null'),
    crm('GET', '/Contacts/search?word=bram'),
    crm('GET', '/Contacts?fields=id&sort_by=id'),
    crm('POST', '/Contacts', { data }),
  ];
  for (const call of complex()) expect((await call).status).toBe(429);
  for (const path of ['/users', '/Contacts?fields=id']) expect((await crm('GET', path)).status).toBe(200);
  await leave();
  expect((await crm('POST', '/Contacts', { data })).status).toBe(201);
});

sandboxOnly('crm-api §6 a call whose client left does not count for the limit any more', async () => {
  const { crm, control } = await sandboxUnderTest({ concurrency: 1 });
  await control('POST', '/faults', { kind: 'reset', times: 1 });
  await expect(crm('GET', '/users')).rejects.toThrow();
  expect((await crm('GET', '/users')).status).toBe(200);
});

sandboxOnly('crm-api §6 answers give the credits left once half are used, and are 429 without any', async () => {
  const { crm } = await sandboxUnderTest({ credits: 4 });
  const remaining = async () => {
    const { status, headers } = await crm('GET', '/users');
    return [status, headers['x-api-credits-remaining']];
  };
  expect(await remaining()).toEqual([200, undefined]);
  expect(await remaining()).toEqual([200, undefined]);
  expect(await remaining()).toEqual([200, '1']);
  expect(await remaining()).toEqual([200, '0']);
  expect((await remaining())[0]).toBe(429);
});

sandboxOnly('crm-api §6 a write costs one credit per ten records, COQL by its limit', async () => {
  const spent = async (method: string, path: string, body: unknown) => {
    const { crm } = await sandboxUnderTest({ credits: 100 });
    for (let n = 0; n < 60; n += 1) await crm('GET', '/org');
    return 40 - Number((await crm(method, path, body)).headers['x-api-credits-remaining']);
  };
  const data = Array.from({ length: 11 }, (_, n) => ({ Last_Name: `L${n}` }));
  expect(await spent('POST', '/Contacts', { data })).toBe(2);
  expect(await spent('POST', '/coql', { select_query: 'select id from Deals where id is not null limit 2000' })).toBe(
    3,
  );
});
