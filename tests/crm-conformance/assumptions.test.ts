import { describe, expect } from 'vitest';
import { crmUnderTest, newContact, newDeal, type Row, reads, writes } from './crm-under-test.ts';

// The portal's assumptions about the CRM (docs/zoho.md). Some are documented; the others are open, and the portal
// prefers the tested behaviour. A failure here breaks no screen: it says which other way the portal uses with this CRM.

const outbound = { Subject: 'Gebeld', Call_Type: 'Outbound', Call_Start_Time: '2026-10-20T10:00:00+02:00' };

describe('crm-api §4.1 open and closed activities', () => {
  writes('are in two related lists', async ({ call, make }) => {
    const contact = await make('Contacts', newContact());
    const about = { Who_Id: { id: contact }, $se_module: 'Contacts' };
    const made = await make('Calls', {
      ...outbound,
      Outbound_Call_Status: 'Completed',
      Call_Duration: '00:01',
      ...about,
    });
    const start = { Call_Start_Time: '2027-07-01T10:00:00+02:00' };
    const agreed = await make('Calls', { ...outbound, ...start, Outbound_Call_Status: 'Scheduled', ...about });
    const idsIn = async (list: string) => {
      const { status, json } = await call('GET', `/Contacts/${contact}/${list}?fields=id,Description`);
      return status === 204 ? [] : json.data.map(({ id }: Row) => id);
    };
    expect(await idsIn('Calls')).toEqual([agreed]);
    expect(await idsIn('Calls_History')).toEqual([made]);
  });
});

describe('crm-api §3.2 what a query may ask', () => {
  const asked = async (query: string) => {
    const { status, json } = await (await crmUnderTest()).coql(query);
    return { status, code: json?.code };
  };
  const works = (answer: { status: number }) => expect([200, 204]).toContain(answer.status);

  reads('aggregates are in upper case', async () => {
    works(await asked('select COUNT(id) as tally from Contacts where id is not null'));
    expect(await asked('select count(id) as tally from Contacts where id is not null')).toMatchObject({ status: 400 });
  });

  reads('the first and the last of some moments', async () => {
    const extremes = 'MIN(Call_Start_Time) as earliest, MAX(Call_Start_Time) as latest';
    works(await asked(`select Who_Id, ${extremes} from Calls where Who_Id is not null group by Who_Id limit 1`));
  });

  reads('tags, and who has one', async () => {
    works(await asked("select id, Tag from Contacts where Tag like '%niet-bellen%' limit 1"));
  });

  reads('a large text', async () => {
    works(await asked('select id, survey1_calc from Deals where id is not null limit 1'));
  });

  reads('fifteen joined columns', async () => {
    const joined = ['id', 'Owner', 'Full_Name', 'First_Name', 'Last_Name', 'Phone', 'Email', 'Created_Time'];
    const address = ['Street', 'Zip', 'City', 'State', 'Country'].map((part) => `Mailing_${part}`);
    const columns = [...joined, ...address, 'Modified_Time', 'survey1_hash'].map((name) => `Contact_Name.${name}`);
    expect(columns).toHaveLength(15);
    works(await asked(`select ${columns.join(', ')} from Deals where Contact_Name is not null limit 1`));
  });

  writes('an owner has the last name only', async ({ call, coql, make }) => {
    const id = await make('Contacts', newContact());
    const { data } = (await coql(`select id, Owner from Contacts where id = '${id}'`)).json;
    const users = (await call('GET', '/users?type=AllUsers')).json.users;
    const owner = users.find((user: Row) => user.id === data[0].Owner.id);
    expect(data[0].Owner.name).toBe(owner.last_name);
  });
});

describe('crm-api §2.4, §4.7 what the CRM answers to a write', () => {
  writes('an unknown trigger is refused', async ({ call }) => {
    const { status } = await call('POST', '/Deals', { data: [newDeal()], trigger: ['no_such_trigger'] });
    expect(status).toBe(400);
  });

  writes('tags that were given come back with their ids', async ({ call, make }) => {
    const id = await make('Contacts', newContact());
    const { json } = await call('POST', `/Contacts/${id}/actions/add_tags`, { tags: [{ name: 'niet-bellen' }] });
    expect(json.data[0].details.tags).toEqual([
      expect.objectContaining({ name: 'niet-bellen', id: expect.any(String) }),
    ]);
  });
});
