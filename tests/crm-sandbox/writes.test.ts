import { expect, test } from 'vitest';
import { type Headers, sandboxUnderTest } from './sandbox-under-test.ts';

test('crm-api §2.3 a record is added with 201 and says who made it when', async () => {
  const { crm } = await sandboxUnderTest();
  const { status, json } = await crm('POST', '/Contacts', { data: [{ Last_Name: 'Nieuw' }] });
  expect(status).toBe(201);
  expect(json.data[0]).toMatchObject({
    code: 'SUCCESS',
    message: 'record added',
    status: 'success',
    details: {
      Created_Time: '2026-11-02T10:00:00+01:00',
      Modified_Time: '2026-11-02T10:00:00+01:00',
      Modified_By: { name: 'Portaal Koppeling' },
      $approval_state: 'approved',
    },
  });
  const read = await crm('GET', `/Contacts/${json.data[0].details.id}`);
  expect(read.json.data[0].Last_Name).toBe('Nieuw');
});

test('crm-api §2.3 mixed results are 207 in the order of the input, only errors 400', async () => {
  const { crm } = await sandboxUnderTest();
  const mixed = await crm('POST', '/Contacts', { data: [{ Last_Name: 'A' }, { First_Name: 'B' }, { Last_Name: 'C' }] });
  expect(mixed.status).toBe(207);
  expect(mixed.json.data.map((item: { code: string }) => item.code)).toEqual([
    'SUCCESS',
    'MANDATORY_NOT_FOUND',
    'SUCCESS',
  ]);
  expect(mixed.json.data[1].details).toEqual({ api_name: 'Last_Name', json_path: '$.data[1].Last_Name' });
  expect((await crm('POST', '/Contacts', { data: [{}] })).status).toBe(400);
});

test('crm-api §2.3 more than 100 records are refused and none is written', async () => {
  const { crm } = await sandboxUnderTest();
  const data = Array.from({ length: 101 }, (_, n) => ({ Last_Name: `L${n}` }));
  const { status, json } = await crm('POST', '/Contacts', { data });
  expect(status).toBe(400);
  expect(json.data[0]).toMatchObject({ code: 'LIMIT_EXCEEDED', details: { maximum_length: 100, api_name: 'data' } });
  expect((await crm('GET', '/Contacts/actions/count')).json).toEqual({ count: 12 });
});

test('crm-api §9.1 a body without content type, or with any, is read as JSON', async () => {
  const { raw, token, dealOf } = await sandboxUnderTest();
  const path = `/crm/v8/Deals/${await dealOf('anna')}`;
  const variants: Headers[] = [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/json' }];
  for (const extra of variants) {
    const headers = { authorization: `Zoho-oauthtoken ${token}`, ...extra };
    expect((await raw('PUT', path, '{"data":[{"Next_Step":"bellen"}]}', headers)).status).toBe(200);
  }
  const broken = await raw('PUT', path, '{"data":[', { authorization: `Zoho-oauthtoken ${token}` });
  expect(broken).toMatchObject({ status: 400, json: { code: 'INVALID_DATA' } });
});

test('crm-api §2.4 a PUT changes only the given keys, and Modified_Time in whole seconds', async () => {
  const { crm, dealOf, clock } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const before = (await crm('GET', `/Deals/${id}`)).json.data[0];
  clock.advance(5_700);
  const { status, json } = await crm('PUT', `/Deals/${id}`, { data: [{ Stage: 'Viewed' }] });
  expect(status).toBe(200);
  expect(json.data[0]).toMatchObject({
    message: 'record updated',
    details: { Modified_Time: '2026-11-02T10:00:06+01:00' },
  });
  const after = (await crm('GET', `/Deals/${id}`)).json.data[0];
  expect(after).toEqual({
    ...before,
    Stage: 'Viewed',
    Modified_Time: '2026-11-02T10:00:06+01:00',
  });
});

test('crm-api §2.4 an unknown id is 400 in the path, and an error of its own record in a list', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const gone = '4150868000000999999';
  expect(await crm('PUT', `/Deals/${gone}`, { data: [{ Stage: 'Viewed' }] })).toMatchObject({
    status: 400,
    json: { data: [{ code: 'INVALID_DATA', message: 'the id given seems to be invalid' }] },
  });
  const many = await crm('PUT', '/Deals', {
    data: [
      { id: await dealOf('bram'), Stage: 'Viewed' },
      { id: gone, Stage: 'Viewed' },
    ],
  });
  expect(many.status).toBe(207);
  expect(many.json.data[1].details).toEqual({ api_name: 'id', json_path: '$.data[1].id' });
});

test.each([
  ['boolean as text', 'survey1_client_visible', 'true', { expected_data_type: 'boolean' }],
  ['number as text', 'gaikan_discount', '100', { expected_data_type: 'double' }],
  ['text as number', 'Deal_Name', 5, { expected_data_type: 'string' }],
  ['a day that is none', 'Closing_Date', '2026-02-30', { expected_data_type: 'date' }],
  ['text too long', 'gaikan_signature_plain', 'x'.repeat(256), { maximum_length: 255 }],
  ['long text too long', 'survey1_calc', 'x'.repeat(32_001), { maximum_length: 32_000 }],
  ['a stage there is not', 'Stage', 'Gone', {}],
  ['a contact there is not', 'Contact_Name', { id: '4150868000000999999' }, {}],
  ['an id as a number', 'Contact_Name', { id: 4 }, { expected_data_type: 'jsonobject' }],
  ['an unknown field', 'survey1_calculation', 'x', {}],
])('crm-api §2.7 %s is INVALID_DATA and writes nothing', async (_, field, value, details) => {
  const { crm, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const before = (await crm('GET', `/Deals/${id}`)).json;
  const { status, json } = await crm('PUT', `/Deals/${id}`, { data: [{ Next_Step: 'x', [field]: value }] });
  expect(status).toBe(400);
  expect(json.data[0]).toMatchObject({
    code: 'INVALID_DATA',
    details: { ...details, api_name: field, json_path: `$.data[0].${field}` },
  });
  expect((await crm('GET', `/Deals/${id}`)).json).toEqual(before);
});

test('crm-api §2.7 a datetime needs an offset and has no milliseconds; it reads back in Dutch time', async () => {
  const { crm } = await sandboxUnderTest();
  const call = { Subject: 'Terugbellen', Call_Type: 'Outbound', Outbound_Call_Status: 'Scheduled' };
  for (const wrong of ['2026-11-02T10:00:00', '2026-11-02T10:00:00.000Z', '2026-11-02']) {
    const { json } = await crm('POST', '/Calls', { data: [{ ...call, Call_Start_Time: wrong }] });
    expect(json.data[0].details.expected_data_type).toBe('datetime');
  }
  const { json } = await crm('POST', '/Calls', { data: [{ ...call, Call_Start_Time: '2026-07-01T08:00:00Z' }] });
  const read = await crm('GET', `/Calls/${json.data[0].details.id}`);
  expect(read.json.data[0].Call_Start_Time).toBe('2026-07-01T10:00:00+02:00');
});

test('crm-api §4.6 a planned call has no duration, a completed one has, and not zero', async () => {
  const { crm } = await sandboxUnderTest();
  const call = { Subject: 'Gebeld', Call_Type: 'Outbound', Call_Start_Time: '2026-11-02T09:00:00+01:00' };
  const send = async (extra: object) =>
    (await crm('POST', '/Calls', { data: [{ ...call, ...extra }] })).json.data[0].code;
  expect(await send({ Outbound_Call_Status: 'Scheduled', Call_Duration: '02:00' })).toBe('DEPENDENT_MISMATCH');
  expect(await send({ Outbound_Call_Status: 'Completed', Call_Duration: '00:00' })).toBe('DEPENDENT_MISMATCH');
  expect(await send({ Outbound_Call_Status: 'Completed' })).toBe('DEPENDENT_FIELD_MISSING');
  expect(await send({ Outbound_Call_Status: 'Completed', Call_Duration: '02:00' })).toBe('SUCCESS');
});

test('crm-api §4.6 an activity about a deal says that it is one', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId, dealIds } = await person('bram');
  const task = { Subject: 'Bellen', Who_Id: { id: contactId }, What_Id: { id: dealIds[0] } };
  const send = async (extra: object) => (await crm('POST', '/Tasks', { data: [{ ...task, ...extra }] })).json.data[0];
  expect(await send({})).toMatchObject({ code: 'MANDATORY_NOT_FOUND', details: { api_name: '$se_module' } });
  expect(await send({ $se_module: 'Contacts' })).toMatchObject({ code: 'INVALID_DATA' });
  expect(await send({ $se_module: 'Deals' })).toMatchObject({ code: 'SUCCESS' });
  const listed = await crm('GET', `/Deals/${dealIds[0]}/Tasks?fields=Subject,Who_Id,What_Id`);
  expect(listed.json.data).toMatchObject([
    { Subject: 'Bellen', Who_Id: { id: contactId }, What_Id: { id: dealIds[0] } },
  ]);
});

test('crm-api §2.7 an emptied text reads back as null', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  await crm('PUT', `/Contacts/${contactId}`, { data: [{ Phone: '', Mailing_City: null }] });
  const { json } = await crm('GET', `/Contacts/${contactId}`);
  expect(json.data[0]).toMatchObject({ Phone: null, Mailing_City: null });
});

test('crm-api §7.3 several errors in one record come as one error with a list', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const { json } = await crm('PUT', `/Deals/${await dealOf('bram')}`, { data: [{ Amount: 'x', Stage: null }] });
  expect(json.data[0].code).toBe('MULTIPLE_OR_MULTI_ERRORS');
  expect(json.data[0].details.errors.map((error: { code: string }) => error.code)).toEqual([
    'INVALID_DATA',
    'MANDATORY_NOT_FOUND',
  ]);
});

test('crm-api §2.5 a unique field refuses a second holder and names the first, in any case of letters', async () => {
  const { crm, person } = await sandboxUnderTest();
  const bram = await person('bram');
  const data = [{ Last_Name: 'Dubbel', survey1_hash: bram.hash.toUpperCase() }];
  const { status, json } = await crm('POST', '/Contacts', { data });
  expect(status).toBe(400);
  expect(json.data[0]).toMatchObject({
    code: 'DUPLICATE_DATA',
    details: { api_name: 'survey1_hash', id: bram.contactId, duplicate_record: { module: { api_name: 'Contacts' } } },
  });
  const own = await crm('PUT', `/Contacts/${bram.contactId}`, { data: [{ survey1_hash: bram.hash }] });
  expect(own.status).toBe(200);
});

test('crm-api §2.7 an owner is an active user', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  const { users } = (await crm('GET', '/users?type=DeactiveUsers')).json;
  const refused = await crm('PUT', `/Contacts/${contactId}`, { data: [{ Owner: { id: users[0].id } }] });
  expect(refused.json.data[0]).toMatchObject({ code: 'INVALID_DATA', details: { api_name: 'Owner' } });
});

test('crm-api §2.5 upsert inserts or updates by the given field and says which', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { hash, contactId } = await person('bram');
  const { status, json } = await crm('POST', '/Contacts/upsert', {
    data: [
      { Last_Name: 'Hof', survey1_hash: hash },
      { Last_Name: 'Nieuw', survey1_hash: 'nieuw-0000000000000000000' },
    ],
    duplicate_check_fields: ['survey1_hash'],
  });
  expect(status).toBe(200);
  expect(json.data[0]).toMatchObject({ action: 'update', duplicate_field: 'survey1_hash', details: { id: contactId } });
  expect(json.data[1]).toMatchObject({ action: 'insert', duplicate_field: null });
});

test('crm-api §2.9 a deleted record is 204, and its lookups read as null', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId, dealIds } = await person('bram');
  expect((await crm('DELETE', `/Contacts/${contactId}`)).json.data[0].message).toBe('record deleted');
  expect((await crm('GET', `/Contacts/${contactId}`)).status).toBe(204);
  expect((await crm('GET', `/Deals/${dealIds[0]}`)).json.data[0].Contact_Name).toBeNull();
});
