import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

test('crm-api §2.1 GET one is an array of one with every field, nulls too, and no info', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('anna');
  const { status, headers, json } = await crm('GET', `/Contacts/${contactId}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json;charset=UTF-8');
  expect(Object.keys(json)).toEqual(['data']);
  expect(json.data).toHaveLength(1);
  expect(json.data[0]).toMatchObject({
    id: contactId,
    Full_Name: 'Anna Brouwer',
    Phone: null,
    Owner: { name: 'Sanne de Wit', email: 'sanne@thuisbatterij.example' },
    $editable: true,
  });
  expect(contactId).toMatch(/^\d{18,19}$/);
});

test('crm-api §2.1 what is not there is 204 without body and without content type', async () => {
  const { crm } = await sandboxUnderTest();
  const { status, headers, text } = await crm('GET', '/Contacts/4150868000000999999');
  expect(status).toBe(204);
  expect(text).toBe('');
  expect(headers).not.toHaveProperty('content-type');
});

test('crm-api §7.2 a wrong path, module and method have each their own error', async () => {
  const { crm } = await sandboxUnderTest();
  expect(await crm('GET', '/Contacts/abc')).toMatchObject({ status: 404, json: { code: 'INVALID_URL_PATTERN' } });
  expect(await crm('GET', '/contacts?fields=id')).toMatchObject({ status: 400, json: { code: 'INVALID_MODULE' } });
  expect(await crm('PATCH', '/Contacts')).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST_METHOD' } });
});

test('crm-api §2.2 a list without fields, or with more than 50, is refused', async () => {
  const { crm } = await sandboxUnderTest();
  const without = await crm('GET', '/Contacts');
  expect(without).toMatchObject({
    status: 400,
    json: { code: 'REQUIRED_PARAM_MISSING', details: { param_name: 'fields' } },
  });
  const many = Array.from({ length: 51 }, (_, n) => `F${n}`).join(',');
  expect((await crm('GET', `/Contacts?fields=${many}`)).json).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    details: { limit: 50, param_name: 'fields' },
  });
});

test('crm-api §2.2 a list is newest id first, with the asked fields and a full info', async () => {
  const { crm } = await sandboxUnderTest();
  const { json } = await crm('GET', '/Contacts?fields=Last_Name,Phone');
  const ids = json.data.map((contact: { id: string }) => contact.id);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(Object.keys(json.data[0])).toEqual(['id', 'Last_Name', 'Phone']);
  expect(json.info).toEqual({
    call: false,
    per_page: 200,
    next_page_token: null,
    count: 12,
    sort_by: 'id',
    page: 1,
    previous_page_token: null,
    page_token_expiry: null,
    sort_order: 'desc',
    email: false,
    more_records: false,
  });
});

test('crm-api §2.2 page tokens lead through a list, are bound to its parameters and expire', async () => {
  const { crm, clock } = await sandboxUnderTest();
  const seen: string[] = [];
  let token: string | null = null;
  do {
    const { json } = await crm('GET', `/Contacts?fields=id&per_page=5${token ? `&page_token=${token}` : ''}`);
    seen.push(...json.data.map((contact: { id: string }) => contact.id));
    token = json.info.next_page_token;
  } while (token);
  expect(new Set(seen).size).toBe(12);

  const first = (await crm('GET', '/Contacts?fields=id&per_page=5')).json.info.next_page_token;
  expect((await crm('GET', `/Contacts?fields=Phone&per_page=5&page_token=${first}`)).json.code).toBe(
    'TOKEN_BOUND_DATA_MISMATCH',
  );
  expect((await crm('GET', `/Contacts?fields=id&per_page=5&page=2&page_token=${first}`)).json.code).toBe(
    'AMBIGUITY_DURING_PROCESSING',
  );
  clock.advance(3_000_000);
  expect((await crm('GET', `/Contacts?fields=id&per_page=5&page_token=${first}`)).status).toBe(200);
});

test('crm-api §2.2 without a token only the first 2000 records can be had', async () => {
  const { crm } = await sandboxUnderTest();
  expect((await crm('GET', '/Contacts?fields=id&page=11')).json).toMatchObject({
    code: 'DISCRETE_PAGINATION_LIMIT_EXCEEDED',
    details: { limit: 2000 },
  });
  expect((await crm('GET', '/Contacts?fields=id&page=10')).status).toBe(204);
});

test('crm-api §2.6 If-Modified-Since answers 304 without a body when nothing is newer', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const modified = (await crm('GET', `/Deals/${id}`)).json.data[0].Modified_Time;
  const same = await crm('GET', `/Deals/${id}`, undefined, { 'if-modified-since': modified });
  expect(same).toMatchObject({ status: 304, text: '' });
  const older = await crm('GET', `/Deals/${id}`, undefined, { 'if-modified-since': '2020-01-01T00:00:00+01:00' });
  expect(older.status).toBe(200);
});

test('crm-api §4.1 related lists: deals of a contact, products of a deal, 204 when empty, errors by place', async () => {
  const { crm, person, dealOf } = await sandboxUnderTest();
  const { contactId, dealIds } = await person('fatima');
  const deals = await crm('GET', `/Contacts/${contactId}/Deals?fields=Deal_Name`);
  expect(deals.json.data.map((deal: { id: string }) => deal.id).sort()).toEqual(dealIds);

  const products = await crm('GET', `/Deals/${await dealOf('gerrit')}/Products?fields=Product_Name,Unit_Price`);
  expect(products.json.data).toHaveLength(3);

  expect((await crm('GET', `/Deals/${await dealOf('bram')}/Products?fields=id`)).status).toBe(204);
  expect((await crm('GET', `/Contacts/${contactId}/Deals`)).json.code).toBe('REQUIRED_PARAM_MISSING');
  expect((await crm('GET', `/Contacts/${contactId}/Nothing?fields=id`)).json.details).toEqual({
    resource_path_index: 2,
  });
  expect((await crm('GET', '/Contacts/1/Deals?fields=id')).json.details).toEqual({ resource_path_index: 1 });
});

test('crm-api §4.5 products are linked to a deal and unlinked', async () => {
  const { crm, dealOf, coql } = await sandboxUnderTest();
  const deal = await dealOf('bram');
  const cable = (await coql("select id from Products where Product_Code = 'KABEL'")).json.data[0].id;
  expect((await crm('PUT', `/Deals/${deal}/Products`, { data: [{ id: cable }] })).status).toBe(200);
  expect((await crm('GET', `/Deals/${deal}/Products?fields=Product_Code`)).json.data).toEqual([
    { id: cable, Product_Code: 'KABEL' },
  ]);
  expect((await crm('DELETE', `/Deals/${deal}/Products/${cable}`)).status).toBe(200);
  expect((await crm('GET', `/Deals/${deal}/Products?fields=id`)).status).toBe(204);
});
