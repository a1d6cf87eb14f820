import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

const change = { data: [{ Next_Step: 'mijn wijziging' }] };

test('crm-api §2.6 If-Unmodified-Since refuses a PUT with 412 after an edit by sales ops in the same second', async () => {
  const { crm, control, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  await crm('PUT', `/Deals/${id}`, change);
  const read = (await crm('GET', `/Deals/${id}`)).json.data[0].Modified_Time;
  await control('PATCH', `/records/Deals/${id}`, { Amount: 1 });

  const { status, json } = await crm('PUT', `/Deals/${id}`, change, { 'if-unmodified-since': read });
  expect(status).toBe(412);
  expect(json.data[0]).toMatchObject({
    code: 'ALREADY_MODIFIED',
    status: 'error',
    details: { id, Modified_Time: '2026-11-02T10:00:01+01:00', Modified_By: { name: 'Tom Verhoeven' } },
  });
});

test('crm-api §2.6 an unchanged record is written, however its time is spelled', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const read: string = (await crm('GET', `/Deals/${id}`)).json.data[0].Modified_Time;
  const asUtc = `${new Date(read).toISOString().slice(0, 19)}Z`;
  const { status } = await crm('PUT', `/Deals/${id}`, change, { 'if-unmodified-since': asUtc });
  expect(status).toBe(200);
});

test('crm-api §2.6 two writers within one second cannot be told apart', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const first = await crm('PUT', `/Deals/${id}`, change);
  await crm('PUT', `/Deals/${id}`, { data: [{ Next_Step: 'andere wijziging' }] });
  const time = first.json.data[0].details.Modified_Time;
  expect((await crm('PUT', `/Deals/${id}`, change, { 'if-unmodified-since': time })).status).toBe(200);
});

test('crm-api §2.6 the header guards PUT many and upsert too', async () => {
  const { crm, dealOf, control } = await sandboxUnderTest();
  const [bram, karel] = [await dealOf('bram'), await dealOf('karel')];
  await control('PATCH', `/records/Deals/${bram}`, { Amount: 1 });
  const header = { 'if-unmodified-since': '2026-11-01T00:00:00+01:00' };
  const many = await crm('PUT', '/Deals', { data: [bram, karel].map((id) => ({ id, Next_Step: 'x' })) }, header);
  expect(many.status).toBe(207);
  expect(many.json.data.map((item: { code: string }) => item.code)).toEqual(['ALREADY_MODIFIED', 'SUCCESS']);
  const body = { data: [{ Deal_Name: "Thuisbatterij Van 't Hof" }] };
  expect((await crm('POST', '/Deals/upsert', body, header)).status).toBe(412);
});

test('crm-api §2.6 a time that cannot be read is refused', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const reply = await crm('PUT', `/Deals/${await dealOf('bram')}`, change, { 'if-unmodified-since': 'gisteren' });
  expect(reply).toMatchObject({ status: 400, json: { code: 'INVALID_DATA' } });
});

test('crm-api Appendix A.9 a workflow moves Modified_Time after a write, unless the write says trigger: []', async () => {
  const { crm, control, dealOf, clock } = await sandboxUnderTest();
  const id = await dealOf('bram');
  await control('POST', '/workflow', { afterMs: 500 });
  const written = await crm('PUT', `/Deals/${id}`, { data: [{ Amount: 2 }], trigger: [] });
  clock.advance(501);
  const quiet = (await crm('GET', `/Deals/${id}`)).json.data[0];
  expect(quiet.Modified_Time).toBe(written.json.data[0].details.Modified_Time);

  const second = await crm('PUT', `/Deals/${id}`, { data: [{ Amount: 3 }] });
  clock.advance(501);
  const moved = (await crm('GET', `/Deals/${id}`)).json.data[0];
  expect(moved.Next_Step).toBe('Bijgewerkt door workflow');
  expect(moved.Modified_Time > second.json.data[0].details.Modified_Time).toBe(true);
});
