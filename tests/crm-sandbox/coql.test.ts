import { expect, test } from 'vitest';
import { type SandboxUnderTest, sandboxUnderTest } from './sandbox-under-test.ts';

async function column(sandbox: SandboxUnderTest, query: string, key: string): Promise<unknown[]> {
  const { json, status, text } = await sandbox.coql(query);
  expect(status, text).toBe(200);
  return json.data.map((row: Record<string, unknown>) => row[key]);
}

test('crm-api §3.2 a join is written with a dot in select and where, and answered under the dotted key', async () => {
  const { coql, person } = await sandboxUnderTest();
  const { hash, dealIds } = await person('fatima');
  const { json } = await coql(
    `select id, Deal_Name, survey1_calc, Contact_Name.First_Name, Contact_Name.survey1_hash from Deals where Contact_Name.survey1_hash = '${hash}'`,
  );
  expect(json.info).toEqual({ count: 2, more_records: false });
  expect(json.data.map((row: { id: string }) => row.id)).toEqual(dealIds);
  expect(json.data[0]).toMatchObject({ 'Contact_Name.First_Name': 'Fatima', 'Contact_Name.survey1_hash': hash });
  // A large text comes in full.
  expect(JSON.parse(json.data[0].survey1_calc).priceCalc.finalInclVat).toBe(27_861.22);
});

test('crm-api §3.2 nothing found is 204 without a body', async () => {
  const { coql } = await sandboxUnderTest();
  expect(await coql("select id from Contacts where Last_Name = 'Niemand'")).toMatchObject({ status: 204, text: '' });
});

test('crm-api §3.2 a quote inside a text is doubled', async () => {
  const sandbox = await sandboxUnderTest();
  const query = "select First_Name from Contacts where Last_Name = 'van ''t Hof'";
  expect(await column(sandbox, query, 'First_Name')).toEqual(['Bram']);
  expect((await sandbox.coql("select id from Contacts where Last_Name = 'van 't Hof'")).json.code).toBe('SYNTAX_ERROR');
  expect((await sandbox.coql("select id from Contacts where Last_Name = 'van \\'t Hof'")).json.code).toBe(
    'SYNTAX_ERROR',
  );
});

test.each([
  ["Stage in ('Closed Won', 'Viewed')", 3],
  ["Stage not in ('Closed Won', 'Viewed', 'Survey')", 6],
  ["Deal_Name like '%postma'", 1],
  ["Deal_Name not like 'Thuis%'", 1],
  ['Amount between 14000 and 20000', 3],
  ['Amount > 30000', 2],
  ['Amount is null', 3],
  ['survey1_client_visible = true', 7],
  ['survey1_client_visible = false', 5],
  ["gaikan_deal_version != '2'", 0],
  ['gaikan_deal_version is null', 4],
  ["((Stage = 'Survey' and Amount is not null) or Deal_Name like 'Warmte%')", 2],
  ["Owner.id = '0'", 'unsupported column'],
  ["Created_Time > '2026-10-31T00:00:00+01:00'", 2],
])('crm-api §3.2 where %s finds %s', async (where, expected) => {
  const { coql } = await sandboxUnderTest();
  const { status, json } = await coql(`select count(id) as number from Deals where ${where}`);
  if (typeof expected === 'string') expect(json.message).toBe(expected);
  else expect([status, json.data[0].number]).toEqual([200, expected]);
});

test('crm-api §3.2 more than two criteria side by side are a SYNTAX_ERROR, in pairs they are not', async () => {
  const { coql } = await sandboxUnderTest();
  const [a, b, c] = ['Amount > 1', 'Amount > 2', 'Amount > 3'];
  expect((await coql(`select id from Deals where ${a} and ${b} and ${c}`)).json.code).toBe('SYNTAX_ERROR');
  expect((await coql(`select id from Deals where (${a} and ${b} and ${c})`)).json.code).toBe('SYNTAX_ERROR');
  expect((await coql(`select id from Deals where ((${a} and ${b}) and ${c})`)).status).toBe(200);
});

test('crm-api §3.2 order, limit and offset; by id ascending unless asked otherwise', async () => {
  const sandbox = await sandboxUnderTest();
  const all = await column(sandbox, 'select id from Deals where id is not null', 'id');
  expect(all).toEqual([...all].sort());
  const query = 'select Amount from Deals where Amount > 0 order by Amount desc limit 2 offset 1';
  expect(await column(sandbox, query, 'Amount')).toEqual([33_178.2, 27_861.22]);
  const { info } = (await sandbox.coql('select id from Deals where id is not null limit 5')).json;
  expect(info).toEqual({ count: 5, more_records: true });
});

test('crm-api §3.2 aggregates and group by', async () => {
  const { coql } = await sandboxUnderTest();
  const { json } = await coql(
    "select Stage, count(id) as deals, sum(Amount) as total, min(Amount) as least, max(Amount) as most, avg(Amount) as mean from Deals where Stage = 'Closed Won' group by Stage",
  );
  expect(json.data).toEqual([
    { Stage: 'Closed Won', deals: 2, total: 41_882.94, least: 17_519.59, most: 24_363.35, mean: 20_941.47 },
  ]);
  const byOwner = await coql('select Owner, count(id) from Deals where id is not null group by Owner');
  expect(byOwner.json.data[0]).toMatchObject({ Owner: { name: 'Sanne de Wit' }, 'count(id)': 3 });
});

test.each([
  ['select id from Deals', 'SYNTAX_ERROR', { clause: 'where' }],
  ['select from Deals where id is null', 'SYNTAX_ERROR', { line: 1 }],
  ['select * from Deals where id is null', 'SYNTAX_ERROR', { near: '*' }],
  ['delete from Deals where id is null', 'SYNTAX_ERROR', { clause: 'select' }],
  ['select id from Deals where not Amount = 1', 'SYNTAX_ERROR', { operator: 'not' }],
  ['select id from Deals where Amount = 1 limit s', 'SYNTAX_ERROR', { limit: 's' }],
  ['select id from Deals where Amount = 1; select id', 'SYNTAX_ERROR', { near: ';' }],
  ['select id from Deals where Amount = 1 limit 2001', 'LIMIT_EXCEEDED', { limit: 2000 }],
  ['select Nope from Deals where id is null', 'INVALID_QUERY', { column_name: 'Nope' }],
  ['select id from Deals where Contact_Name.Nope = 1', 'INVALID_QUERY', { column_name: 'Contact_Name.Nope' }],
  ["select id from Deals where survey1_calc = 'x'", 'INVALID_QUERY', { column_name: 'survey1_calc' }],
  ["select id from Contacts where First_Name > 'A'", 'INVALID_QUERY', { column_name: 'First_Name', operator: '>' }],
  ['select id, id from Deals where id is null', 'DUPLICATE_DATA', { column_name: 'id' }],
  ['select id from Leads where id is null', 'INVALID_MODULE', {}],
])('crm-api §7.2 %s is %s', async (query, code, details) => {
  const { coql } = await sandboxUnderTest();
  const { status, json } = await coql(query);
  expect(status).toBe(400);
  expect(json).toMatchObject({ code, details, status: 'error' });
});

test('crm-api §7.2 a call without select_query is MANDATORY_NOT_FOUND', async () => {
  const { crm } = await sandboxUnderTest();
  expect(await crm('POST', '/coql', {})).toMatchObject({
    status: 400,
    json: { code: 'MANDATORY_NOT_FOUND', details: { api_name: 'select_query' } },
  });
});

test('crm-api §3.2 a write can be read at once', async () => {
  const { crm, coql } = await sandboxUnderTest();
  await crm('POST', '/Contacts', { data: [{ Last_Name: 'Vers' }] });
  expect((await coql("select id from Contacts where Last_Name = 'Vers'")).json.info.count).toBe(1);
});

test('crm-api §4.7 a module’s own Tag can be selected and asked for with like', async () => {
  const { coql, crm, person } = await sandboxUnderTest();
  const { contactId } = await person('joke');
  await crm('POST', `/Contacts/${contactId}/actions/add_tags`, { tags: [{ name: 'niet-bellen' }], over_write: false });
  const { json } = await coql("select id, Tag from Contacts where Tag like '%niet-bellen%'");
  expect(json.data).toEqual([
    { id: contactId, Tag: [{ name: 'niet-bellen', id: expect.any(String), color_code: null }] },
  ]);
  expect((await coql("select id from Deals where Contact_Name.Tag like '%niet-bellen%'")).status).toBe(400);
});
