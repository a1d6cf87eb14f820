import { describe, expect } from 'vitest';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { newDeal, reads, sandboxOnly, unique, writes } from './crm-under-test.ts';

const change = { data: [{ Next_Step: 'mijn wijziging' }], trigger: [] };
const LONG_AGO = '2020-01-01T00:00:00+01:00';

describe('crm-api §2.6 If-Modified-Since', () => {
  reads('answers 304 without a body when nothing is newer, of one record and of a list', async ({ call, some }) => {
    const [{ id, Modified_Time }] = await some('Deals', 'Modified_Time');
    const read = (since: string) => call('GET', `/Deals/${id}`, undefined, { 'if-modified-since': since });
    expect(await read(Modified_Time)).toMatchObject({ status: 304, text: '' });
    expect((await read(LONG_AGO)).status).toBe(200);
    const later = { 'if-modified-since': '2037-01-01T00:00:00+01:00' };
    expect((await call('GET', '/Deals?fields=id', undefined, later)).status).toBe(304);
  });
});

describe('crm-api §2.6 If-Unmodified-Since', () => {
  writes('refuses a record that changed later, says when and by whom, and writes nothing', async ({ call, make }) => {
    const id = await make('Deals', newDeal());
    const before = (await call('GET', `/Deals/${id}`)).json;
    const stale = await call('PUT', `/Deals/${id}`, change, { 'if-unmodified-since': LONG_AGO });
    expect(stale.status).toBe(412);
    const { Modified_Time, Created_Time, Modified_By, Created_By } = before.data[0];
    expect(stale.json.data).toEqual([
      {
        code: 'ALREADY_MODIFIED',
        message: expect.any(String),
        status: 'error',
        details: {
          id,
          Modified_Time,
          Created_Time,
          Modified_By: { id: Modified_By.id, name: Modified_By.name },
          Created_By: { id: Created_By.id, name: Created_By.name },
        },
      },
    ]);
    expect((await call('GET', `/Deals/${id}`)).json).toEqual(before);
  });

  writes('accepts a write of a record that did not change, however the moment is spelt', async ({ call, make }) => {
    const id = await make('Deals', newDeal());
    const asUtc = (moment: string) => `${new Date(moment).toISOString().slice(0, 19)}Z`;
    for (const spell of [String, asUtc]) {
      const { Modified_Time } = (await call('GET', `/Deals/${id}`)).json.data[0];
      const since = { 'if-unmodified-since': spell(Modified_Time) };
      expect((await call('PUT', `/Deals/${id}`, change, since)).status).toBe(200);
    }
  });

  writes('guards upsert as well', async ({ call, make }) => {
    const survey1_hash = unique('Conformance').replaceAll(' ', '-');
    await make('Contacts', { Last_Name: 'Oud', survey1_hash });
    const body = { data: [{ Last_Name: 'Nieuw', survey1_hash }], duplicate_check_fields: ['survey1_hash'] };
    expect((await call('POST', '/Contacts/upsert', body, { 'if-unmodified-since': LONG_AGO })).status).toBe(412);
  });

  sandboxOnly('guards each of many records: 207 if some changed, 412 if all did', async () => {
    const { crm, dealOf, control } = await sandboxUnderTest();
    const [bram, karel] = [await dealOf('bram'), await dealOf('karel')];
    await control('PATCH', `/records/Deals/${bram}`, { Amount: 1 });
    const header = { 'if-unmodified-since': '2026-11-01T00:00:00+01:00' };
    const put = (ids: string[]) => crm('PUT', '/Deals', { data: ids.map((id) => ({ id, Next_Step: 'x' })) }, header);
    const many = await put([bram, karel]);
    expect(many.status).toBe(207);
    expect(many.json.data.map(({ code }: { code: string }) => code)).toEqual(['ALREADY_MODIFIED', 'SUCCESS']);
    expect((await put([bram])).status).toBe(412);
  });

  sandboxOnly('cannot tell two writers within one second apart; an edit by sales ops is always later', async () => {
    const { crm, dealOf, control } = await sandboxUnderTest();
    const id = await dealOf('bram');
    const first = await crm('PUT', `/Deals/${id}`, change);
    await crm('PUT', `/Deals/${id}`, { data: [{ Next_Step: 'andere wijziging' }] });
    const since = { 'if-unmodified-since': first.json.data[0].details.Modified_Time };
    expect((await crm('PUT', `/Deals/${id}`, change, since)).status).toBe(200);
    await control('PATCH', `/records/Deals/${id}`, { Amount: 1 });
    expect((await crm('PUT', `/Deals/${id}`, change, since)).status).toBe(412);
  });

  sandboxOnly('that cannot be read is refused (a real CRM may ignore it)', async () => {
    const { crm, dealOf } = await sandboxUnderTest();
    const reply = await crm('PUT', `/Deals/${await dealOf('bram')}`, change, { 'if-unmodified-since': 'gisteren' });
    expect(reply).toMatchObject({ status: 400, json: { code: 'INVALID_DATA' } });
  });
});

describe('crm-api §2.6, §8.7 what workflows do after a write', () => {
  sandboxOnly('they change Modified_Time and another field, unless the write says trigger: []', async () => {
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
});

describe('crm-api §7.3 a record that somebody locked', () => {
  sandboxOnly('cannot be changed or deleted, but can be read; after it is unlocked it can be changed', async () => {
    const { crm, control, dealOf } = await sandboxUnderTest();
    const id = await dealOf('bram');
    await control('PATCH', `/records/Deals/${id}`, { $locked_for_me: true });
    const refused = await crm('PUT', `/Deals/${id}`, change);
    expect(refused).toMatchObject({
      status: 400,
      json: {
        data: [
          { code: 'RECORD_LOCKED', details: { api_name: 'id', json_path: '$.data[0].id', action: 'record_locking' } },
        ],
      },
    });
    expect((await crm('DELETE', `/Deals/${id}`)).json.data[0].code).toBe('RECORD_LOCKED');
    expect((await crm('GET', `/Deals/${id}`)).json.data[0].$locked_for_me).toBe(true);
    await control('PATCH', `/records/Deals/${id}`, { $locked_for_me: false });
    expect((await crm('PUT', `/Deals/${id}`, change)).status).toBe(200);
  });
});
