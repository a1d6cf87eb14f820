import { describe, expect } from 'vitest';
import type { Headers } from '../crm-sandbox/raw-calls.ts';
import { crmUnderTest, flat, NOBODY, newContact, newDeal, type Row, unique, writes } from './crm-under-test.ts';
import { instant, recordId, reference } from './documented.ts';

const codesOf = (items: Row[]) => items.map(({ code }) => code);
const at = (field: string, index = 0) => ({ api_name: field, json_path: `$.data[${index}].${field}` });

describe('crm-api §2.3 POST', () => {
  writes('is answered with 201, and says when and by whom the record was made', async ({ call }) => {
    const { status, json } = await call('POST', '/Contacts', { data: [newContact()], trigger: [] });
    const { id } = json.data[0].details;
    expect(status).toBe(201);
    expect(json.data).toEqual([
      {
        code: 'SUCCESS',
        message: 'record added',
        status: 'success',
        details: {
          Modified_Time: expect.schemaMatching(instant),
          Modified_By: expect.schemaMatching(reference),
          Created_Time: expect.schemaMatching(instant),
          id: expect.schemaMatching(recordId),
          Created_By: expect.schemaMatching(reference),
          $approval_state: 'approved',
        },
      },
    ]);
    expect((await call('DELETE', `/Contacts/${id}`)).status).toBe(200);
  });

  writes('of several records is answered in their order: 207 if some are refused, 400 if all', async ({ call }) => {
    const mixed = await call('POST', '/Contacts', {
      data: [newContact(), { First_Name: 'B' }, newContact()],
      trigger: [],
    });
    expect(mixed.status).toBe(207);
    expect(codesOf(mixed.json.data)).toEqual(['SUCCESS', 'MANDATORY_NOT_FOUND', 'SUCCESS']);
    expect(mixed.json.data[1].details).toEqual(at('Last_Name', 1));
    const made = [mixed.json.data[0], mixed.json.data[2]].map((item) => item.details.id);
    expect((await call('DELETE', `/Contacts?ids=${made.join(',')}`)).status).toBe(200);
    expect((await call('POST', '/Contacts', { data: [{}, {}] })).status).toBe(400);
  });

  writes.each([
    ['Contacts', ['Last_Name']],
    ['Deals', ['Deal_Name', 'Stage']],
    ['Products', ['Product_Name']],
    ['Tasks', ['Subject']],
    ['Calls', ['Call_Type', 'Call_Start_Time']],
  ])('%s cannot do without %s', async (module, fields) => {
    const { call } = await crmUnderTest();
    const { status, json } = await call('POST', `/${module}`, { data: [{ Description: 'leeg' }] });
    expect(status).toBe(400);
    const [item] = json.data;
    const told = item.code === 'MULTIPLE_OR_MULTI_ERRORS' ? item.details.errors : [item];
    expect(new Set(codesOf(told))).toEqual(new Set(['MANDATORY_NOT_FOUND']));
    expect(told.map(({ details }: Row) => details.api_name)).toEqual(expect.arrayContaining(fields));
  });

  writes('of more than 100 records is refused, and none is written', async ({ call }) => {
    const data = Array.from({ length: 101 }, newContact);
    const { status, json } = await call('POST', '/Contacts', { data });
    expect(status).toBe(400);
    expect(json.data[0]).toMatchObject({ code: 'LIMIT_EXCEEDED', details: { maximum_length: 100, api_name: 'data' } });
    const query = `select id from Contacts where Last_Name = '${data[0]?.Last_Name}'`;
    expect((await call('POST', '/coql', { select_query: query })).status).toBe(204);
  });

  writes('that is sent twice makes two records', async ({ make, coql }) => {
    const contact = newContact();
    await make('Contacts', contact);
    await make('Contacts', contact);
    const { json } = await coql(`select id from Contacts where Last_Name = '${contact.Last_Name}'`);
    expect(json.data).toHaveLength(2);
  });

  writes('without data, or with a body that is no JSON, is refused', async ({ call, raw, authorization }) => {
    expect(await call('POST', '/Contacts', {})).toMatchObject({ status: 400, json: { code: 'MANDATORY_NOT_FOUND' } });
    expect(await raw('POST', '/crm/v8/Contacts', '{"data":[', authorization)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_DATA', status: 'error' },
    });
  });

  writes('takes JSON without a content type, as the official SDK sends it', async ({ raw, authorization, make }) => {
    const path = `/crm/v8/Deals/${await make('Deals', newDeal())}`;
    const body = '{"data":[{"Next_Step":"bellen"}],"trigger":[]}';
    const variants: Headers[] = [{}, { 'content-type': 'application/json' }];
    for (const extra of variants) {
      expect((await raw('PUT', path, body, { ...authorization, ...extra })).status).toBe(200);
    }
  });
});

describe('crm-api §2.4 PUT', () => {
  writes('changes the given fields and no others', async ({ call, make }) => {
    const id = await make('Deals', { ...newDeal(), gaikan_discount: 12.5, Next_Step: 'bellen' });
    const read = async () => (await call('GET', `/Deals/${id}`)).json.data[0];
    const before = await read();
    const { status, json } = await call('PUT', `/Deals/${id}`, { data: [{ Next_Step: 'mailen' }], trigger: [] });
    expect(status).toBe(200);
    expect(json.data[0]).toMatchObject({
      code: 'SUCCESS',
      message: 'record updated',
      status: 'success',
      details: { id, Modified_Time: expect.schemaMatching(instant) },
    });
    const after = await read();
    expect(after).toEqual({ ...before, Next_Step: 'mailen', Modified_Time: json.data[0].details.Modified_Time });
  });

  writes('of an unknown id is 400 in the path, and in a list an error of that record', async ({ call, make }) => {
    const change = { Next_Step: 'x' };
    expect(await call('PUT', `/Deals/${NOBODY}`, { data: [change] })).toMatchObject({
      status: 400,
      json: { data: [{ code: 'INVALID_DATA', status: 'error' }] },
    });
    const id = await make('Deals', newDeal());
    const many = await call('PUT', '/Deals', {
      data: [
        { id, ...change },
        { id: NOBODY, ...change },
      ],
      trigger: [],
    });
    expect(many.status).toBe(207);
    expect(codesOf(many.json.data)).toEqual(['SUCCESS', 'INVALID_DATA']);
    expect(many.json.data[1].details).toEqual(at('id', 1));
  });

  writes.each([
    ['a boolean as text', 'survey1_client_visible', 'true', { expected_data_type: 'boolean' }],
    ['a number as text', 'gaikan_discount', '100', { expected_data_type: 'double' }],
    ['a text as number', 'Deal_Name', 5, { expected_data_type: 'string' }],
    ['a day that is none', 'Closing_Date', '2027-02-30', { expected_data_type: 'date' }],
    ['a text too long', 'gaikan_signature_plain', 'x'.repeat(256), { maximum_length: 255 }],
    ['a long text too long', 'survey1_calc', 'x'.repeat(32_001), { maximum_length: 32_000 }],
    ['a stage there is not', 'Stage', 'Gone', {}],
    ['a contact there is not', 'Contact_Name', { id: NOBODY }, {}],
    ['an id as a number', 'Contact_Name', { id: 4 }, { expected_data_type: 'jsonobject' }],
    ['an owner there is not', 'Owner', { id: NOBODY }, {}],
    ['an unknown field', 'survey1_calculation', 'x', {}],
  ])('§2.7 of %s is INVALID_DATA and writes nothing', async (_, field, value, details) => {
    const { call, make } = await crmUnderTest();
    const id = await make('Deals', newDeal());
    const before = (await call('GET', `/Deals/${id}`)).json;
    const { status, json } = await call('PUT', `/Deals/${id}`, { data: [{ Next_Step: 'x', [field]: value }] });
    expect(status).toBe(400);
    expect(json.data[0]).toMatchObject({ ...flat('INVALID_DATA'), details: { ...details, ...at(field) } });
    expect((await call('GET', `/Deals/${id}`)).json).toEqual(before);
  });

  writes('§7.3 of several wrong values is one error with a list', async ({ call, make }) => {
    const id = await make('Deals', newDeal());
    const { json } = await call('PUT', `/Deals/${id}`, { data: [{ Amount: 'x', Stage: null }] });
    expect(json.data[0].code).toBe('MULTIPLE_OR_MULTI_ERRORS');
    expect(codesOf(json.data[0].details.errors)).toEqual(['INVALID_DATA', 'MANDATORY_NOT_FOUND']);
  });

  writes('crm-api §8.3 keeps ids above 2^53 digit by digit', async ({ call, make }) => {
    const id = await make('Contacts', newContact());
    const { text } = await call('GET', `/Contacts/${id}?fields=id`);
    expect(text).toContain(`"id":"${id}"`);
  });
});

describe('crm-api §2.5 unique fields and upsert', () => {
  const hash = () => unique('Conformance').replaceAll(' ', '-');

  writes('a second record with the value, in any case, is refused, naming the first', async ({ call, make }) => {
    const survey1_hash = hash();
    const id = await make('Contacts', { ...newContact(), survey1_hash });
    const second = { ...newContact(), survey1_hash: survey1_hash.toUpperCase() };
    const { status, json } = await call('POST', '/Contacts', { data: [second] });
    expect(status).toBe(400);
    expect(json.data[0]).toMatchObject({
      ...flat('DUPLICATE_DATA'),
      details: { ...at('survey1_hash'), id, duplicate_record: { id, module: { api_name: 'Contacts' } } },
    });
    expect((await call('PUT', `/Contacts/${id}`, { data: [{ survey1_hash }], trigger: [] })).status).toBe(200);
  });

  writes('upsert changes the record with the value, or adds one, and says which it did', async ({ call, make }) => {
    const survey1_hash = hash();
    const id = await make('Contacts', { ...newContact(), survey1_hash });
    const { status, json } = await call('POST', '/Contacts/upsert', {
      data: [
        { ...newContact(), survey1_hash },
        { ...newContact(), survey1_hash: hash() },
      ],
      duplicate_check_fields: ['survey1_hash'],
      trigger: [],
    });
    expect(status).toBe(200);
    const [changed, added] = json.data;
    expect(changed).toMatchObject({ action: 'update', duplicate_field: 'survey1_hash', details: { id } });
    expect(added).toMatchObject({ action: 'insert', duplicate_field: null });
    expect((await call('DELETE', `/Contacts/${added.details.id}`)).status).toBe(200);
  });

  writes('upsert without check fields treats deals of the same name as the same deal', async ({ call, make }) => {
    const deal = newDeal();
    const id = await make('Deals', deal);
    const { json } = await call('POST', '/Deals/upsert', { data: [deal], trigger: [] });
    expect(json.data[0]).toMatchObject({ action: 'update', duplicate_field: 'Deal_Name', details: { id } });
  });
});

describe('crm-api §2.9 DELETE', () => {
  writes('makes the record 204, empties lookups of it, and puts it in the recycle bin', async ({ call, make }) => {
    const name = unique('Conformance');
    const contact = await make('Contacts', { Last_Name: name });
    const deal = await make('Deals', { ...newDeal(), Contact_Name: { id: contact } });
    const gone = await call('DELETE', `/Contacts/${contact}`);
    expect(gone).toMatchObject({
      status: 200,
      json: { data: [{ code: 'SUCCESS', details: { id: contact }, message: 'record deleted', status: 'success' }] },
    });
    expect((await call('GET', `/Contacts/${contact}`)).status).toBe(204);
    expect((await call('GET', `/Deals/${deal}`)).json.data[0].Contact_Name).toBeNull();
    expect((await call('DELETE', `/Contacts/${contact}`)).status).toBe(400);

    const bin = await call('GET', '/Contacts/deleted?type=recycle');
    expect(bin.status).toBe(200);
    expect(bin.json.info).toMatchObject({ page: 1, per_page: 200, count: bin.json.data.length });
    expect(bin.json.data.find(({ id }: Row) => id === contact)).toEqual({
      id: contact,
      display_name: name,
      type: 'recycle',
      deleted_by: expect.schemaMatching(reference),
      created_by: expect.schemaMatching(reference),
      deleted_time: expect.schemaMatching(instant),
    });
  });

  writes('of several records has an answer for each; deleted ones are listed by kind', async ({ call, make }) => {
    const id = await make('Contacts', newContact());
    const both = await call('DELETE', `/Contacts?ids=${id},${NOBODY}`);
    expect(both).toMatchObject({ status: 207, json: { data: [{ code: 'SUCCESS' }, { code: 'INVALID_DATA' }] } });
    expect(await call('GET', '/Contacts/deleted?type=burnt')).toMatchObject({
      status: 400,
      json: { data: [{ code: 'PATTERN_NOT_MATCHED', details: { param_name: 'type' } }] },
    });
    const later = { 'if-modified-since': '2037-01-01T00:00:00+01:00' };
    expect((await call('GET', '/Contacts/deleted', undefined, later)).status).toBe(304);
  });
});
