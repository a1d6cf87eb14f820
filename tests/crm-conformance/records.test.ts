import { describe, expect } from 'vitest';
import { ANNA, DEAL, PRODUCT } from '../../fixtures/scenarios/invented.ts';
import { crmUnderTest, flat, NOBODY, newContact, newDeal, reads, unique, writes } from './crm-under-test.ts';
import { columnsOf, DOCUMENTED, faultsIn, instant } from './documented.ts';

/** A query may answer a lookup with its id alone (crm-api §3.2). */
const withName = (value: unknown) =>
  typeof value === 'object' && value !== null ? { name: 'not told', email: 'not@told.example', ...value } : value;

const named = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withName(value)]));

/** "Maximum 15 SELECT clause JOINs" (docs/zoho.md). */
const MOST_JOINED = 15;

describe('crm-api §2.7 every field that the client reads is there and written as documented', () => {
  reads.each(['Contacts', 'Deals', 'Products'] as const)('%s, in a list and one by one', async (module) => {
    const { call, some } = await crmUnderTest();
    const listed = await some(module, columnsOf(module));
    for (const row of listed) {
      expect(faultsIn(module, row)).toEqual([]);
      const { json } = await call('GET', `/${module}/${row.id}`);
      expect(faultsIn(module, json.data[0])).toEqual([]);
    }
  });

  reads('Deals, in a query', async ({ coql }) => {
    const { status, json, text } = await coql(
      `select ${columnsOf('Deals')} from Deals where Contact_Name is not null limit 5`,
    );
    expect(status, text).toBe(200);
    for (const row of json.data) expect(faultsIn('Deals', named(row))).toEqual([]);
  });

  reads('Contacts, in queries that join at most fifteen of their columns', async ({ coql }) => {
    const fields = Object.keys(DOCUMENTED.Contacts.shape.shape).filter((name) => name !== 'Tag');
    const rows: Record<string, unknown>[] = [];
    for (let at = 0; at < fields.length; at += MOST_JOINED) {
      const joined = fields.slice(at, at + MOST_JOINED).map((name) => `Contact_Name.${name}`);
      const { status, json, text } = await coql(
        `select id, ${joined.join(', ')} from Deals where Contact_Name is not null order by id asc limit 5`,
      );
      expect(status, text).toBe(200);
      for (const [index, row] of json.data.entries()) rows[index] = { ...rows[index], ...named(row) };
    }
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const contact = Object.fromEntries(fields.map((name) => [name, row[`Contact_Name.${name}`]]));
      expect(faultsIn('Contacts', { ...contact, Tag: [] })).toEqual([]);
    }
  });

  reads('the large texts of a deal, by its id', async ({ call, some }) => {
    const ids = (await some('Deals', 'id')).map(({ id }) => id).join(',');
    const { json } = await call('GET', `/Deals?ids=${ids}&fields=${columnsOf('large texts')}`);
    for (const row of json.data) expect(faultsIn('large texts', row)).toEqual([]);
  });

  reads('senders', async ({ call }) => {
    const { from_addresses } = (await call('GET', '/settings/emails/actions/from_addresses')).json;
    expect(from_addresses.length).toBeGreaterThan(0);
    for (const sender of from_addresses) expect(faultsIn('senders', sender)).toEqual([]);
  });

  writes('Tasks, Calls and Notes, in the lists of a contact and of a deal', async ({ call, make }) => {
    const Who_Id = { id: await make('Contacts', newContact()) };
    const What_Id = { id: await make('Deals', { ...newDeal(), Contact_Name: Who_Id }) };
    const about = { Who_Id, What_Id, $se_module: 'Deals', Description: 'regel een\nregel twee' };
    await make('Tasks', { Subject: 'Terugbellen', Due_Date: '2027-01-31', Priority: 'High', ...about });
    await make('Calls', {
      Subject: 'Gebeld',
      Call_Type: 'Outbound',
      Outbound_Call_Status: 'Completed',
      Call_Start_Time: '2026-10-20T10:00:00+02:00',
      Call_Duration: '02:00',
      Call_Result: 'Neemt niet op',
      ...about,
    });
    for (const [module, id] of [
      ['Contacts', Who_Id.id],
      ['Deals', What_Id.id],
    ]) {
      await call('POST', `/${module}/${id}/Notes`, { data: [{ Note_Title: 'Titel', Note_Content: 'Inhoud' }] });
      for (const [list, object] of [
        ['Tasks', 'Tasks'],
        ['Calls_History', 'Calls'],
        ['Notes', 'Notes'],
      ] as const) {
        const { status, json } = await call('GET', `/${module}/${id}/${list}?fields=${columnsOf(object)}`);
        expect([module, list, status]).toEqual([module, list, 200]);
        expect(json.data.flatMap((row: unknown) => faultsIn(object, row))).toEqual([]);
      }
    }
  });
});

describe('crm-api §2.7 what is written reads back', () => {
  /** A value in every field that the client writes or reads, with texts that a CRM may change. */
  const FILLED = {
    Contacts: { ...ANNA, Last_Name: "van 't Hof", Phone: '+31 (0)6-00 00 09 99', Mailing_City: "'s-Gravenhage" },
    Deals: {
      ...DEAL,
      survey1_calc: JSON.stringify({ rows: ['€ 1,–', 'é\n"'] }),
      survey1_signature: `data:image/png;base64,${'A'.repeat(31_000)}`,
      gaikan_signature_plain: 'Łukasz Ĳsbrand',
    },
    Products: { ...PRODUCT, Product_Active: false, Unit_Price: 1234.56 },
  } as const;

  writes.each(Object.entries(FILLED))('%s: what is filled in, then emptied', async (module, fields) => {
    const { call, make } = await crmUnderTest();
    const hash = module === 'Contacts' ? { survey1_hash: unique('hash').replace(' ', '-') } : {};
    const written = { ...fields, ...hash };
    const id = await make(module, written);
    const read = async () => (await call('GET', `/${module}/${id}`)).json.data[0];
    expect(await read()).toMatchObject(written);

    const kept = ['Last_Name', 'Deal_Name', 'Stage', 'Closing_Date', 'Product_Name'];
    const optional = Object.entries(written).filter(([name]) => !kept.includes(name));
    const isText = (value: unknown) => typeof value === 'string' && !instant.safeParse(value).success;
    const emptied = Object.fromEntries(optional.map(([name, value]) => [name, isText(value) ? '' : null]));
    expect((await call('PUT', `/${module}/${id}`, { data: [emptied], trigger: [] })).status).toBe(200);
    const after = await read();
    for (const [name, value] of optional) {
      const empty = typeof value === 'boolean' ? expect.toBeOneOf([null, false]) : null;
      expect([name, after[name]]).toEqual([name, empty]);
    }
  });

  writes('the CRM makes a full name of its parts, and ignores a full name that is sent', async ({ call, make }) => {
    const id = await make('Contacts', { First_Name: 'Jan', Last_Name: 'Smit', Full_Name: 'Iemand Anders' });
    expect((await call('GET', `/Contacts/${id}`)).json.data[0].Full_Name).toMatch(/Jan Smit$/);
  });

  writes('a lookup is written as {id} or as the id, and read with the name of its record', async ({ call, make }) => {
    const contact = await make('Contacts', { First_Name: 'Jan', Last_Name: 'Smit' });
    for (const Contact_Name of [{ id: contact }, contact]) {
      const id = await make('Deals', { ...newDeal(), Contact_Name });
      const [deal] = (await call('GET', `/Deals/${id}`)).json.data;
      expect(deal.Contact_Name).toMatchObject({ id: contact, name: 'Jan Smit' });
    }
  });

  writes('a datetime in another zone is the same moment in the zone of the organisation', async ({ call, make }) => {
    const planned = { Subject: 'Terugbellen', Call_Type: 'Outbound', Outbound_Call_Status: 'Scheduled' };
    const id = await make('Calls', { ...planned, Call_Start_Time: '2027-07-01T08:00:00Z' });
    const [{ Call_Start_Time }] = (await call('GET', `/Calls/${id}`)).json.data;
    expect(Call_Start_Time).toMatch(/[+-]\d\d:\d\d$/);
    expect(Date.parse(Call_Start_Time)).toBe(Date.parse('2027-07-01T08:00:00Z'));
  });
});

describe('crm-api §2.1 one record', () => {
  reads('is an array of one without info, in UTF-8, with every field and with further keys', async ({ call, some }) => {
    const [{ id }] = await some('Contacts', 'id');
    const { status, headers, json } = await call('GET', `/Contacts/${id}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json;\s?charset=utf-8$/i);
    expect(Object.keys(json)).toEqual(['data']);
    expect(json.data).toHaveLength(1);
    expect(json.data[0]).toMatchObject({ id, $editable: true, $approval_state: 'approved', $locked_for_me: false });
  });

  reads('can be narrowed to some fields', async ({ call, some }) => {
    const [{ id }] = await some('Contacts', 'id');
    const [contact] = (await call('GET', `/Contacts/${id}?fields=Last_Name`)).json.data;
    expect(contact).toMatchObject({ id, Last_Name: expect.any(String) });
    expect(contact).not.toHaveProperty('First_Name');
  });

  reads('that does not exist is 204 without a body and without a content type', async ({ call }) => {
    const { status, headers, text } = await call('GET', `/Contacts/${NOBODY}`);
    expect([status, text]).toEqual([204, '']);
    expect(headers).not.toHaveProperty('content-type');
  });
});

describe('crm-api §7.2 an unknown call', () => {
  reads.each([
    ['an id that is no number', 'GET', '/Contacts/abc', 404, flat('INVALID_URL_PATTERN')],
    ['a path that is none', 'GET', '/Contacts/1/2/3/4', 404, flat('INVALID_URL_PATTERN')],
    [
      'a module in small letters',
      'GET',
      '/contacts?fields=id',
      400,
      flat('INVALID_MODULE', { resource_path_index: 0 }),
    ],
    ['another method', 'PATCH', '/Contacts', 400, flat('INVALID_REQUEST_METHOD')],
  ])('%s: %s %s', async (_, method, path, status, body) => {
    const { call } = await crmUnderTest();
    expect(await call(method, path)).toMatchObject({ status, json: body });
  });

  reads('no token is AUTHENTICATION_FAILURE, a wrong one INVALID_TOKEN', async ({ raw, authorization }) => {
    const refused = async (headers: Record<string, string>) => raw('GET', '/crm/v8/users', undefined, headers);
    expect(await refused({})).toMatchObject({ status: 401, json: flat('AUTHENTICATION_FAILURE') });
    const bearer = authorization.authorization?.replace('Zoho-oauthtoken', 'Bearer') ?? '';
    for (const wrong of ['Zoho-oauthtoken 1000.x.y', bearer]) {
      expect(await refused({ authorization: wrong })).toMatchObject({ status: 401, json: flat('INVALID_TOKEN') });
    }
  });
});
