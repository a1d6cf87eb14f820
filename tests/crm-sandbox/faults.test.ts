import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { Listener } from '../../fixtures/crm-sandbox/sandbox.ts';
import { type SandboxUnderTest, sandboxUnderTest } from './sandbox-under-test.ts';

const change = { data: [{ Next_Step: 'geschreven' }] };

async function nextStep({ control }: SandboxUnderTest, id: string): Promise<unknown> {
  return (await control('GET', `/records/Deals/${id}`)).json.Next_Step;
}

async function underFault(fault: object) {
  const sandbox = await sandboxUnderTest();
  expect((await sandbox.control('POST', '/faults', fault)).status).toBe(201);
  return { ...sandbox, sandbox, id: await sandbox.dealOf('bram') };
}

test('faults: status answers before the write, or after it', async () => {
  for (const [when, written] of [
    ['before', null],
    ['after', 'geschreven'],
  ]) {
    const { crm, sandbox, id } = await underFault({ kind: 'status', status: 500, times: 1, when });
    expect(await crm('PUT', `/Deals/${id}`, change)).toMatchObject({ status: 500, json: { code: 'INTERNAL_ERROR' } });
    expect(await nextStep(sandbox, id)).toBe(written);
    expect((await crm('GET', `/Deals/${id}`)).status).toBe(200);
  }
});

test.each([
  [401, 'INVALID_TOKEN'],
  [403, 'NO_PERMISSION'],
  [429, 'TOO_MANY_REQUESTS'],
  [503, 'SERVICE_UNAVAILABLE'],
])('faults: status %i has the body that the CRM gives it', async (status, code) => {
  const { crm } = await underFault({ kind: 'status', status });
  expect(await crm('GET', '/users')).toMatchObject({ status, json: { code, status: 'error' } });
});

test('faults: html is a page with status 200, or a 502 page from a proxy', async () => {
  const page = await underFault({ kind: 'html' });
  const reply = await page.crm('GET', '/users');
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toMatch(/^text\/html/);
  const proxy = await underFault({ kind: 'status', status: 502 });
  expect((await proxy.crm('GET', '/users')).text).toContain('<html>');
});

test('faults: truncate ends the body early without a trace, or short of its announced length', async () => {
  const silent = await underFault({ kind: 'truncate' });
  const reply = await silent.crm('PUT', `/Deals/${silent.id}`, change);
  expect(reply.status).toBe(200);
  expect(reply.text).toMatch(/^\{"data"/);
  expect(reply.json).toBeUndefined();
  expect(await nextStep(silent.sandbox, silent.id)).toBe('geschreven');

  const announced = await underFault({ kind: 'truncate', announce: true });
  await expect(announced.crm('GET', '/users')).rejects.toThrow();
});

test('faults: reset cuts the connection before the write, or after it', async () => {
  for (const [when, written] of [
    ['before', null],
    ['after', 'geschreven'],
  ]) {
    const { crm, sandbox, id } = await underFault({ kind: 'reset', when });
    await expect(crm('PUT', `/Deals/${id}`, change)).rejects.toThrow(/ECONNRESET|other side closed|terminated/);
    expect(await nextStep(sandbox, id)).toBe(written);
  }
});

test('faults: reset with "within" cuts the connection after the write, in the middle of the answer', async () => {
  const { crm, sandbox, id } = await underFault({ kind: 'reset', when: 'within', times: 1 });
  await expect(crm('PUT', `/Deals/${id}`, change)).rejects.toThrow(/ECONNRESET|other side closed|terminated/);
  expect(await nextStep(sandbox, id)).toBe('geschreven');
});

test('faults: refuse shuts the port for a while, for everybody', async () => {
  const { crm, sandbox, id } = await underFault({ kind: 'refuse', ms: 200, times: 1 });
  await expect(crm('PUT', `/Deals/${id}`, change)).rejects.toThrow();
  await expect(crm('GET', '/users')).rejects.toThrow(/ECONNREFUSED/);
  await expect.poll(() => nextStep(sandbox, id).catch(() => 'refused')).toBeNull();
});

test('faults: a closed port that another program took is listened on again once it is free', async () => {
  const server = createServer();
  const listener = new Listener(server, '127.0.0.1');
  const port = await listener.open(0);
  listener.shut(20);
  const neighbour = createServer();
  await once(neighbour.listen(port, '127.0.0.1'), 'listening');
  await new Promise((resolve) => server.once('error', resolve));
  neighbour.close();
  await once(server, 'listening');
  await listener.close();
});

test('faults: hang answers nothing until its time is over', async () => {
  const { crm, sandbox, id } = await underFault({ kind: 'hang', ms: 20 });
  await expect(crm('PUT', `/Deals/${id}`, change)).rejects.toThrow();
  expect(await nextStep(sandbox, id)).toBeNull();
});

test('faults: drip sends the whole answer, byte by byte', async () => {
  const { crm } = await underFault({ kind: 'drip', ms: 0 });
  expect((await crm('GET', '/users?type=CurrentUser')).json.users).toHaveLength(1);
});

test('faults: latency waits and then executes the call', async () => {
  const { crm, sandbox, id } = await underFault({ kind: 'latency', ms: 30 });
  const start = performance.now();
  expect((await crm('PUT', `/Deals/${id}`, change)).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(29);
  expect(await nextStep(sandbox, id)).toBe('geschreven');
});

test('faults: expire-token makes this and every later call 401 until there is a new token', async () => {
  const { crm } = await underFault({ kind: 'expire-token', times: 1 });
  expect((await crm('GET', '/users')).json.code).toBe('INVALID_TOKEN');
  expect((await crm('GET', '/users')).json.code).toBe('INVALID_TOKEN');
});

test('faults: late-commit cuts the connection and writes some time later', async () => {
  const { crm, sandbox, id, clock } = await underFault({ kind: 'late-commit', ms: 800, times: 1 });
  await expect(crm('PUT', `/Deals/${id}`, change)).rejects.toThrow();
  clock.advance(799);
  expect(await nextStep(sandbox, id)).toBeNull();
  clock.advance(1);
  expect(await nextStep(sandbox, id)).toBe('geschreven');
});

test('faults: partial is a 207 in which the last record fails and the others are done', async () => {
  const { crm, sandbox, id, dealOf } = await underFault({ kind: 'partial' });
  const other = await dealOf('karel');
  const data = [id, other].map((one) => ({ id: one, Next_Step: 'geschreven' }));
  const many = await crm('PUT', '/Deals', { data });
  expect(many.status).toBe(207);
  expect(many.json.data.map((item: { status: string }) => item.status)).toEqual(['success', 'error']);
  expect(await nextStep(sandbox, id)).toBe('geschreven');
  expect(await nextStep(sandbox, other)).toBeNull();

  const single = await crm('PUT', `/Deals/${other}`, change);
  expect(single).toMatchObject({ status: 207, json: { data: [{ status: 'error' }] } });
  expect(await nextStep(sandbox, other)).toBeNull();
});

test('faults: match is a part of "METHOD /path" or a pattern for it; a fault strikes as often as times says; DELETE removes all faults', async () => {
  const { crm, control, raw } = await sandboxUnderTest();
  await control('POST', '/faults', { kind: 'status', match: 'PUT /crm/v8/Deals' });
  await control('POST', '/faults', { kind: 'status', match: '^GET .*/users$', times: 2 });
  expect((await crm('GET', '/org')).status).toBe(200);
  expect((await crm('PUT', '/Deals/1', change)).status).toBe(500);
  expect((await crm('GET', '/users')).status).toBe(500);
  expect((await crm('GET', '/users')).status).toBe(500);
  expect((await crm('GET', '/users')).status).toBe(200);
  expect((await control('GET', '/faults')).json.map((fault: { hits: number }) => fault.hits)).toEqual([1, 2]);
  expect((await control('DELETE', '/faults')).status).toBe(204);
  expect((await crm('PUT', '/Deals/1', change)).status).toBe(400);

  await control('POST', '/faults', { kind: 'status', match: '/oauth', status: 503 });
  expect((await raw('POST', '/oauth/v2/token')).status).toBe(503);
});

test('faults: a fault with a rate strikes the same calls for the same seed', async () => {
  const struck = async (seed: number) => {
    const { crm } = await underFault({ kind: 'status', rate: 0.4, seed });
    const calls: boolean[] = [];
    for (let n = 0; n < 40; n += 1) calls.push((await crm('GET', '/org')).status === 500);
    return calls;
  };
  const [first, again, other] = [await struck(7), await struck(7), await struck(8)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(first.filter(Boolean).length).toBeGreaterThan(8);
  expect(first.filter(Boolean).length).toBeLessThan(24);
});

test('faults: whether a fault per record strikes does not depend on calls about other records', async () => {
  const struckOf = async (others: number) => {
    const { crm, sandbox, dealOf } = await underFault({ kind: 'status', rate: 0.4, seed: 7, per: 'record' });
    const [bram, karel] = [await dealOf('bram'), await dealOf('karel')];
    const calls: boolean[] = [];
    for (let n = 0; n < 20; n += 1) {
      for (let other = 0; other < others; other += 1) await crm('GET', `/Deals/${karel}`);
      const query = { select_query: `select id from Deals where id = '${bram}'` };
      calls.push((await (n % 2 ? crm('GET', `/Deals/${bram}`) : crm('POST', '/coql', query))).status === 500);
    }
    const [fault] = (await sandbox.control('GET', '/faults')).json;
    return { calls, seen: fault.seen };
  };
  const alone = await struckOf(0);
  const among = await struckOf(2);
  expect(alone.calls.filter(Boolean).length).toBeGreaterThan(3);
  expect(among.calls).toEqual(alone.calls);
  expect([alone.seen, among.seen]).toEqual([20, 60]);
});

test('faults: an invalid fault is refused with a sentence', async () => {
  const { control } = await sandboxUnderTest();
  for (const wrong of [
    {},
    { kind: 'fire' },
    { kind: 'hang', ms: '5' },
    { kind: 'reset', when: 'never' },
    { kind: 'html', when: 'within' },
    { kind: 'html', per: 'day' },
  ]) {
    expect((await control('POST', '/faults', wrong)).status).toBe(400);
  }
});
