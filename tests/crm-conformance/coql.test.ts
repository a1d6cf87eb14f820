import { beforeEach, describe, expect } from 'vitest';
import { type Crm, crmUnderTest, flat, newDeal, type Row, reads, unique, writes } from './crm-under-test.ts';

describe('crm-api §3.2 what a query finds', () => {
  /** Three deals of one contact, recognised by their names. */
  async function threeDeals() {
    const crm = await crmUnderTest();
    const word = unique('Conformance').replace(' ', '');
    const contact = await crm.make('Contacts', { First_Name: 'Jan', Last_Name: `van 't ${word}` });
    const deal = (n: number, fields: object) =>
      crm.make('Deals', { ...newDeal(), Deal_Name: `${word} ${n}`, Contact_Name: { id: contact }, ...fields });
    const ids = [
      await deal(1, { Stage: 'Survey', Amount: 100, gaikan_deal_version: '2', survey1_client_visible: true }),
      await deal(2, { Stage: 'Viewed', Amount: 200.5, survey1_client_visible: false }),
      await deal(3, { Stage: 'Closed Won', gaikan_deal_version: '2', survey1_client_visible: true }),
    ];
    const found = async (where: string, rest = '') => {
      const query = `select id, Deal_Name from Deals where (Deal_Name like '${word}%' and ${where})${rest}`;
      const { status, json, text } = await crm.coql(query);
      if (status === 204) return [];
      expect(status, text).toBe(200);
      return json.data.map(({ Deal_Name }: Row) => Number(Deal_Name.split(' ')[1]));
    };
    return { ...crm, word, contact, ids, found };
  }

  writes('records by every operator that the portal uses', async () => {
    const { found, contact, ids } = await threeDeals();
    for (const [where, numbers] of [
      ["Stage = 'Viewed'", [2]],
      ["Stage != 'Viewed'", [1, 3]],
      ["Stage in ('Closed Won', 'Viewed')", [2, 3]],
      ["Stage not in ('Closed Won', 'Viewed')", [1]],
      ["Deal_Name like '%3'", [3]],
      ["Deal_Name not like '% 3%'", [1, 2]],
      ['Amount > 100', [2]],
      ['Amount >= 100', [1, 2]],
      ['Amount between 50 and 150', [1]],
      ['Amount is null', [3]],
      ['Amount is not null', [1, 2]],
      ['survey1_client_visible = true', [1, 3]],
      ['survey1_client_visible = false', [2]],
      ["gaikan_deal_version = '2'", [1, 3]],
      ['gaikan_deal_version is null', [2]],
      ["(Stage = 'Survey' or Amount > 150)", [1, 2]],
      [`Contact_Name = '${contact}'`, [1, 2, 3]],
      [`id = '${ids[1]}'`, [2]],
      ["Created_Time > '2020-01-01T00:00:00+01:00'", [1, 2, 3]],
    ] as const) {
      expect([where, await found(where)]).toEqual([where, numbers]);
    }
  });

  writes('records by a field of the record in a lookup; that field is answered under its dotted name', async () => {
    const { coql, word, contact, ids } = await threeDeals();
    const { json } = await coql(
      `select id, Contact_Name, Contact_Name.First_Name, Contact_Name.Last_Name from Deals where Contact_Name.Last_Name = 'van ''t ${word}'`,
    );
    expect(json.info).toEqual({ count: 3, more_records: false });
    expect(json.data.map(({ id }: Row) => id)).toEqual(ids);
    for (const row of json.data) {
      expect(row).toMatchObject({ 'Contact_Name.First_Name': 'Jan', 'Contact_Name.Last_Name': `van 't ${word}` });
      expect(row.Contact_Name).toMatchObject({ id: contact });
    }
  });

  writes('records in an order or a part of them, and whether there are more', async () => {
    const { found, coql, word } = await threeDeals();
    expect(await found('id is not null')).toEqual([1, 2, 3]);
    expect(await found('Amount is not null', ' order by Amount desc')).toEqual([2, 1]);
    expect(await found('id is not null', ' order by Deal_Name desc limit 1 offset 1')).toEqual([2]);
    const first = await coql(`select id from Deals where Deal_Name like '${word}%' limit 2`);
    expect(first.json.info).toEqual({ count: 2, more_records: true });
  });

  writes('the count and the sum of groups', async () => {
    const { coql, word } = await threeDeals();
    const { json } = await coql(
      `select gaikan_deal_version, COUNT(id) as deals, SUM(Amount) as total, MAX(Amount) as most from Deals where Deal_Name like '${word}%' group by gaikan_deal_version`,
    );
    const groups = json.data.map(({ gaikan_deal_version, deals, total }: Row) => [gaikan_deal_version, deals, total]);
    expect(groups).toEqual(
      expect.arrayContaining([
        ['2', 2, 100],
        [null, 1, 200.5],
      ]),
    );
  });

  writes('a text in full, however long, as soon as it is written', async ({ call, make, coql }) => {
    const long = JSON.stringify({ text: 'é'.repeat(15_000) });
    const id = await make('Deals', { ...newDeal(), survey1_calc: long });
    const query = `select survey1_calc, Stage from Deals where id = '${id}'`;
    expect((await coql(query)).json.data[0].survey1_calc).toBe(long);
    await call('PUT', `/Deals/${id}`, { data: [{ Stage: 'Viewed' }], trigger: [] });
    expect((await coql(query)).json.data[0].Stage).toBe('Viewed');
  });

  reads('is 204 without a body if there are no records', async ({ coql }) => {
    expect(await coql("select id from Contacts where Last_Name = 'No one has this name'")).toMatchObject({
      status: 204,
      text: '',
    });
  });
});

describe('crm-api §3.2, §7.2 what a query may not be', () => {
  let crm: Crm;
  beforeEach(async () => {
    crm = await crmUnderTest();
  });
  const criteria = Array.from({ length: 26 }, (_, n) => `Amount > ${n}`).reduce((all, one) => `(${all} and ${one})`);
  const where = 'where id is not null';

  reads.each([
    ['select id from Deals', 'SYNTAX_ERROR', { clause: 'where' }],
    [`select from Deals ${where}`, 'SYNTAX_ERROR', { line: 1 }],
    [`select * from Deals ${where}`, 'SYNTAX_ERROR', { near: '*' }],
    [`delete from Deals ${where}`, 'SYNTAX_ERROR', { clause: 'select' }],
    ['select id from Deals where not Amount = 1', 'SYNTAX_ERROR', { operator: 'not' }],
    ["select id from Contacts where Last_Name = 'van 't Hof'", 'SYNTAX_ERROR', {}],
    ["select id from Contacts where Last_Name = 'van \\'t Hof'", 'SYNTAX_ERROR', {}],
    ['select id from Deals where Amount > 1 and Amount > 2 and Amount > 3', 'SYNTAX_ERROR', {}],
    ['select id from Deals where (Amount > 1 and Amount > 2 and Amount > 3)', 'SYNTAX_ERROR', {}],
    [`select id from Deals ${where} limit s`, 'SYNTAX_ERROR', { limit: 's' }],
    [`select id from Deals ${where}; select id`, 'SYNTAX_ERROR', { near: ';' }],
    [`select id from Deals ${where} limit 2001`, 'LIMIT_EXCEEDED', {}],
    [`select id from Deals where ${criteria}`, 'LIMIT_EXCEEDED', {}],
    [`select Nope from Deals ${where}`, 'INVALID_QUERY', { column_name: 'Nope' }],
    ['select id from Deals where Contact_Name.Nope = 1', 'INVALID_QUERY', { column_name: 'Contact_Name.Nope' }],
    ["select id from Deals where survey1_calc = 'x'", 'INVALID_QUERY', { column_name: 'survey1_calc' }],
    ["select id from Contacts where First_Name > 'A'", 'INVALID_QUERY', { column_name: 'First_Name', operator: '>' }],
    [`select id, id from Deals ${where}`, 'DUPLICATE_DATA', { column_name: 'id' }],
    [`select id from Nothing ${where}`, 'INVALID_MODULE', {}],
  ])('%s is %s', async (query, code, details) => {
    const { status, json } = await crm.coql(query);
    expect(status).toBe(400);
    expect(json).toMatchObject({ ...flat(code), details });
  });

  reads('two criteria, or more in nested pairs, are accepted', async () => {
    for (const pairs of ['Amount > 1 and Amount > 2', '((Amount > 1 and Amount > 2) and Amount > 3)']) {
      expect((await crm.coql(`select id from Deals where ${pairs}`)).status).toBeLessThan(300);
    }
  });

  reads('a body without a query is MANDATORY_NOT_FOUND', async () => {
    const { status, json } = await crm.call('POST', '/coql', {});
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'MANDATORY_NOT_FOUND', details: { api_name: 'select_query' } });
  });
});
