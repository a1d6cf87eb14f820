import { expect } from 'vitest';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { sandboxOnly } from './crm-under-test.ts';

sandboxOnly('crm-api §6 more calls at a time than the limit are 429, and the places come back', async () => {
  const { crm, control } = await sandboxUnderTest({ concurrency: 3 });
  await control('POST', '/faults', { kind: 'latency', ms: 60, times: 3 });
  const replies = await Promise.all(Array.from({ length: 5 }, () => crm('GET', '/users')));
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, 200, 429, 429]);
  const refused = replies.find((reply) => reply.status === 429);
  expect(refused?.json).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 'error' });
  expect(refused?.headers).not.toHaveProperty('retry-after');
  expect((await crm('GET', '/users')).status).toBe(200);
});

sandboxOnly('crm-api §6 COQL, search, sorted lists and large writes share a smaller number of places', async () => {
  const { crm, coql, control } = await sandboxUnderTest({ concurrency: 10, subConcurrency: 1 });
  await control('POST', '/faults', { kind: 'latency', ms: 60 });
  const data = Array.from({ length: 11 }, (_, n) => ({ Last_Name: `L${n}` }));
  const replies = await Promise.all([
    coql('select id from Deals where id is not null'),
    crm('GET', '/Contacts/search?word=bram'),
    crm('GET', '/Contacts?fields=id&sort_by=id'),
    crm('POST', '/Contacts', { data }),
    crm('GET', '/users'),
    crm('GET', '/Contacts?fields=id'),
  ]);
  const statuses = replies.map((reply) => reply.status);
  expect(statuses.slice(0, 4).filter((status) => status === 429)).toHaveLength(3);
  expect(statuses.slice(4)).toEqual([200, 200]);
});

sandboxOnly('crm-api §6 a call whose client left gives its place back', async () => {
  const { crm, control } = await sandboxUnderTest({ concurrency: 1 });
  await control('POST', '/faults', { kind: 'reset', times: 1 });
  await expect(crm('GET', '/users')).rejects.toThrow();
  expect((await crm('GET', '/users')).status).toBe(200);
});

sandboxOnly('crm-api §6 the credits left are told only after half of them are gone, and 429 when all are', async () => {
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
