import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

const criteria = (text: string) => `criteria=${encodeURIComponent(text)}`;

test('crm-api §3.1 a search learns of a write only after the index lag', async () => {
  const { crm, clock } = await sandboxUnderTest({ searchLagMs: 3_000 });
  await crm('POST', '/Contacts', { data: [{ Last_Name: 'Vers' }] });
  const search = () => crm('GET', `/Contacts/search?${criteria('(Last_Name:equals:Vers)')}`);
  expect((await search()).status).toBe(204);
  clock.advance(2_999);
  expect((await search()).status).toBe(204);
  clock.advance(1);
  expect((await search()).json.data).toHaveLength(1);
});

test('crm-api §3.1 until then a search still finds a record by what it was', async () => {
  const { crm, person, clock } = await sandboxUnderTest();
  const { contactId } = await person('karel');
  await crm('PUT', `/Contacts/${contactId}`, { data: [{ Mailing_City: 'Venlo' }] });
  expect((await crm('GET', '/Contacts/search?word=maastricht')).status).toBe(200);
  expect((await crm('GET', '/Contacts/search?word=venlo')).status).toBe(204);
  clock.advance(2_000);
  expect((await crm('GET', '/Contacts/search?word=maastricht')).status).toBe(204);
  expect((await crm('GET', '/Contacts/search?word=venlo')).status).toBe(200);
});

test('crm-api §5 a filtered count lags with the index, a plain one does not', async () => {
  const { crm, clock } = await sandboxUnderTest();
  await crm('POST', '/Contacts', { data: [{ Last_Name: 'Vers' }] });
  expect((await crm('GET', '/Contacts/actions/count')).json.count).toBe(13);
  expect((await crm('GET', '/Contacts/actions/count?word=vers')).json.count).toBe(0);
  clock.advance(2_000);
  expect((await crm('GET', '/Contacts/actions/count?word=vers')).json.count).toBe(1);
});

test('crm-api §3.1 equals on text is contains', async () => {
  const { crm } = await sandboxUnderTest();
  const { json } = await crm('GET', `/Contacts/search?${criteria('(Last_Name:equals:Hof)')}&fields=Last_Name`);
  expect(json.data).toEqual([{ id: expect.any(String), Last_Name: "van 't Hof" }]);
  expect(json.info).toEqual({
    per_page: 200,
    count: 1,
    sort_by: 'id',
    page: 1,
    sort_order: 'desc',
    more_records: false,
  });
});

test('crm-api §3.1 criteria are joined in pairs, and commas and brackets in values carry a backslash', async () => {
  const { crm } = await sandboxUnderTest();
  const find = async (text: string) =>
    (await crm('GET', `/Deals/search?${criteria(text)}&fields=Deal_Name`)).json?.data;
  expect(await find('((Stage:equals:Survey)and(Deal_Name:starts_with:Thuis))')).toHaveLength(3);
  expect(await find('((Stage:equals:Survey)or(Stage:equals:Viewed))')).toHaveLength(4);
  expect(await find('(Deal_Name:equals:Amrani \\(praktijk\\))')).toHaveLength(1);
  expect(await find('(Stage:in:Survey,Viewed)')).toHaveLength(4);
  expect(await find('(Amount:between:14000,20000)')).toHaveLength(3);
});

test('crm-api §3.1 email, phone and word; criteria come before them', async () => {
  const { crm } = await sandboxUnderTest();
  const names = async (query: string) =>
    (await crm('GET', `/Contacts/search?${query}&fields=First_Name`)).json?.data.map(
      (contact: { First_Name: string }) => contact.First_Name,
    );
  expect(await names('email=bram%40example.nl')).toEqual(['Bram']);
  expect(await names('phone=0600000104')).toEqual(['Daan']);
  expect(await names('word=maastricht')).toEqual(['Karel']);
  expect(await names(`word=maastricht&${criteria('(First_Name:equals:Eva)')}`)).toEqual(['Eva']);
});

test('crm-api §3.1 no parameter, a bad criterion and the row limit are refused', async () => {
  const { crm } = await sandboxUnderTest();
  expect((await crm('GET', '/Contacts/search')).json).toMatchObject({
    code: 'EXPECTED_PARAM_MISSING',
    details: { param_names: ['criteria', 'email', 'phone', 'word'] },
  });
  for (const wrong of ['(Nope:equals:1)', '(Last_Name:greater_than:a)', '(Last_Name:equals:a', 'Last_Name']) {
    expect(await crm('GET', `/Contacts/search?${criteria(wrong)}`), wrong).toMatchObject({
      status: 400,
      json: { code: 'INVALID_QUERY' },
    });
  }
  expect((await crm('GET', '/Contacts/search?word=aa&page=11')).json.code).toBe('LIMIT_REACHED');
});
