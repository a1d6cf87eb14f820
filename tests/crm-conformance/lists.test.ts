import { describe, expect } from 'vitest';
import { sandboxUnderTest, TOKEN_QUERY } from '../crm-sandbox/sandbox-under-test.ts';
import {
  crmUnderTest,
  flat,
  NOBODY,
  newContact,
  newDeal,
  type Row,
  reads,
  sandboxOnly,
  writes,
} from './crm-under-test.ts';

const FIFTY_ONE = Array.from({ length: 51 }, (_, n) => `F${n}`).join(',');
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

describe('crm-api §2.2 a list that is refused', () => {
  reads.each([
    ['without fields', '', 'REQUIRED_PARAM_MISSING', { param_name: 'fields' }],
    ['with 51 fields', `?fields=${FIFTY_ONE}`, 'LIMIT_EXCEEDED', { limit: 50, param_name: 'fields' }],
    ['sorted by any field', '?fields=id&sort_by=Last_Name', 'INVALID_DATA', { param_name: 'sort_by' }],
    ['in no known order', '?fields=id&sort_order=up', 'INVALID_DATA', { param_name: 'sort_order' }],
    ['of more than 200', '?fields=id&per_page=201', 'INVALID_DATA', { param_name: 'per_page' }],
    ['of no page', '?fields=id&page=0', 'INVALID_DATA', { param_name: 'page' }],
    ['of an unknown view', '?fields=id&cvid=1', 'INVALID_DATA', { param_name: 'cvid' }],
    ['past 2,000 by page', '?fields=id&page=11', 'DISCRETE_PAGINATION_LIMIT_EXCEEDED', { limit: 2000 }],
    ['by a made-up token', '?fields=id&page_token=00', 'TOKEN_BOUND_DATA_MISMATCH', { param_name: 'page_token' }],
  ])('%s is refused', async (_, query, code, details) => {
    const { call } = await crmUnderTest();
    expect(await call('GET', `/Contacts${query}`)).toMatchObject({ status: 400, json: flat(code, details) });
  });
});

describe('crm-api §2.2 a list', () => {
  reads('has the newest id first, id and requested fields, and says which part it is', async ({ call, some }) => {
    const rows = await some('Contacts', 'Last_Name,Phone');
    expect(idsOf(rows)).toEqual(idsOf(rows).sort().reverse());
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['Last_Name', 'Phone', 'id']);

    const all = await call('GET', '/Contacts?fields=id');
    expect(all.json.info).toMatchObject({
      per_page: 200,
      page: 1,
      count: all.json.data.length,
      sort_by: 'id',
      sort_order: 'desc',
      call: false,
      email: false,
      more_records: expect.any(Boolean),
      previous_page_token: null,
    });
    const { more_records, next_page_token } = all.json.info;
    expect(typeof next_page_token).toBe(more_records ? 'string' : 'object');
  });

  reads('leaves out names that are no field', async ({ call }) => {
    const { status, json } = await call('GET', '/Contacts?fields=Last_Name,No_Such_Field&per_page=1');
    expect(status).toBe(200);
    expect(json.data[0]).not.toHaveProperty('No_Such_Field');
  });

  writes('can be sorted by a time in both directions, and can be requested for some ids', async ({ call, make }) => {
    const made = [await make('Contacts', newContact()), await make('Contacts', newContact())];
    const ids = made.join(',');
    const list = async (query: string) =>
      idsOf((await call('GET', `/Contacts?fields=id&ids=${ids}&${query}`)).json.data);
    expect(await list('sort_by=id&sort_order=asc')).toEqual(made);
    expect(await list('sort_by=id')).toEqual([...made].reverse());
    expect((await list('sort_by=Created_Time&sort_order=asc')).sort()).toEqual([...made].sort());
    expect((await call('GET', `/Contacts?fields=id&ids=${NOBODY}`)).status).toBe(204);
  });

  reads('continues by a token that is valid only for the same parameters', async ({ call }) => {
    const first = await call('GET', '/Contacts?fields=id&per_page=2');
    const { next_page_token: token, page_token_expiry } = first.json.info;
    expect(Date.parse(page_token_expiry)).toBeGreaterThan(0);
    const next = await call('GET', `/Contacts?fields=id&per_page=2&page_token=${token}`);
    expect(next.json.info).toMatchObject({ page: 2, previous_page_token: expect.any(String) });
    expect(idsOf(next.json.data).some((id) => idsOf(first.json.data).includes(id))).toBe(false);

    const other = await call('GET', `/Contacts?fields=Phone&per_page=2&page_token=${token}`);
    expect(other).toMatchObject({
      status: 400,
      json: flat('TOKEN_BOUND_DATA_MISMATCH', { param_name: 'page_token' }),
    });
    const both = await call('GET', `/Contacts?fields=id&per_page=2&page=2&page_token=${token}`);
    const ambiguity_due_to = [{ param_name: 'page' }, { param_name: 'page_token' }];
    expect(both).toMatchObject({ status: 400, json: flat('AMBIGUITY_DURING_PROCESSING', { ambiguity_due_to }) });
  });

  sandboxOnly('continues beyond 2,000 records by token; a token is valid for a day', async () => {
    const { crm, raw, clock } = await sandboxUnderTest({ contacts: 2_100 });
    const seen = new Set<string>();
    let token: string | null = null;
    do {
      const { json } = await crm('GET', `/Contacts?fields=id${token ? `&page_token=${token}` : ''}`);
      for (const id of idsOf(json.data)) seen.add(id);
      token = json.info.next_page_token;
    } while (token);
    expect(seen.size).toBe(2_112);

    const held = (await crm('GET', '/Contacts?fields=id&per_page=5')).json.info.next_page_token;
    clock.advance(86_400_001);
    // Access tokens live an hour.
    const { access_token } = (await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).json;
    const late = await crm('GET', `/Contacts?fields=id&per_page=5&page_token=${held}`, undefined, {
      authorization: `Zoho-oauthtoken ${access_token}`,
    });
    const details = { api_name: 'page_token', json_path: '$.query.page_token' };
    expect(late).toMatchObject({ status: 400, json: flat('EXPIRED_VALUE', details) });
  });
});

describe('crm-api §4.1 a related list', () => {
  writes('holds the records that belong to the record, with a page size of 200', async ({ call, make }) => {
    const contact = await make('Contacts', newContact());
    expect((await call('GET', `/Contacts/${contact}/Deals?fields=Deal_Name`)).status).toBe(204);
    const deals = [];
    for (let n = 0; n < 3; n += 1) deals.push(await make('Deals', { ...newDeal(), Contact_Name: { id: contact } }));

    const { json } = await call('GET', `/Contacts/${contact}/Deals?fields=Deal_Name,Stage`);
    expect(idsOf(json.data)).toEqual([...deals].reverse());
    expect(json.info).toMatchObject({ page: 1, per_page: 200, count: 3, more_records: false, next_page_token: null });

    const page = (await call('GET', `/Contacts/${contact}/Deals?fields=id&per_page=2`)).json;
    expect(page.info).toMatchObject({ count: 2, more_records: true, next_page_token: expect.any(String) });
    const path = `/Contacts/${contact}/Deals?fields=id&per_page=2&page_token=${page.info.next_page_token}`;
    expect((await call('GET', path)).json).toMatchObject({ data: [{ id: deals[0] }], info: { more_records: false } });
  });

  reads('is refused without fields, of an unknown record or by an unknown name', async ({ call, some }) => {
    const [{ id }] = await some('Contacts', 'id');
    const refused = async (path: string) => call('GET', path);
    expect(await refused(`/Contacts/${id}/Deals`)).toMatchObject({
      status: 400,
      json: flat('REQUIRED_PARAM_MISSING', { param_name: 'fields' }),
    });
    for (const [path, index] of [
      [`/Contacts/${NOBODY}/Deals?fields=id`, 1],
      [`/Contacts/${id}/Nothing?fields=id`, 2],
    ] as const) {
      expect(await refused(path)).toMatchObject({
        status: 400,
        json: flat('INVALID_DATA', { resource_path_index: index }),
      });
    }
  });

  writes('of products: a product is linked and unlinked; the link has no price of its own', async ({ call, make }) => {
    const deal = await make('Deals', newDeal());
    const product = await make('Products', { Product_Name: 'Conformance', Unit_Price: 12.5 });
    const list = `/Deals/${deal}/Products`;
    const linked = await call('PUT', list, { data: [{ id: product }] });
    expect(linked).toMatchObject({ status: 200, json: { data: [{ code: 'SUCCESS', details: { id: product } }] } });
    expect((await call('GET', `${list}?fields=Product_Name,Unit_Price`)).json.data).toEqual([
      { id: product, Product_Name: 'Conformance', Unit_Price: 12.5 },
    ]);
    const mixed = await call('PUT', list, { data: [{ id: product }, { id: NOBODY }] });
    expect(mixed).toMatchObject({ status: 207, json: { data: [{ code: 'SUCCESS' }, { code: 'INVALID_DATA' }] } });
    expect((await call('DELETE', `${list}/${product}`)).status).toBe(200);
    expect((await call('GET', `${list}?fields=id`)).status).toBe(204);
  });

  reads('is named in the settings of its module', async ({ call }) => {
    const namesOf = async (module: string) =>
      (await call('GET', `/settings/related_lists?module=${module}`)).json.related_lists.map(
        (list: { api_name: string }) => list.api_name,
      );
    const ofAll = ['Notes', 'Attachments', 'Tasks', 'Calls'];
    expect(await namesOf('Contacts')).toEqual(expect.arrayContaining(['Deals', ...ofAll]));
    expect(await namesOf('Deals')).toEqual(expect.arrayContaining(['Products', ...ofAll]));
  });
});

describe('crm-api §5 a count', () => {
  writes('of all records includes a record as soon as it is made', async ({ call, make }) => {
    const count = async () => (await call('GET', '/Contacts/actions/count')).json;
    const { count: before } = await count();
    await make('Contacts', newContact());
    expect(await count()).toEqual({ count: before + 1 });
  });

  sandboxOnly('by a search comes from the index, which learns of a record later', async () => {
    const { crm, clock } = await sandboxUnderTest();
    await crm('POST', '/Contacts', { data: [{ Last_Name: 'Vers' }] });
    const count = async () => (await crm('GET', '/Contacts/actions/count?word=vers')).json.count;
    expect(await count()).toBe(0);
    clock.advance(2_000);
    expect(await count()).toBe(1);
  });
});
