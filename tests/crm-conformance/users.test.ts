import { describe, expect } from 'vitest';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { flat, NOBODY, newContact, type Row, reads, sandboxOnly, writes } from './crm-under-test.ts';
import { faultsIn } from './documented.ts';

describe('crm-api §4.4 users', () => {
  reads('are listed by kind, in pages, each with profile and role', async ({ call }) => {
    const { status, json } = await call('GET', '/users?type=ActiveUsers&page=1&per_page=200');
    expect(status).toBe(200);
    expect(json.info).toMatchObject({ page: 1, per_page: 200, count: json.users.length, more_records: false });
    for (const user of json.users) {
      expect(faultsIn('users', user)).toEqual([]);
      expect(user).toMatchObject({
        status: 'active',
        profile: { name: expect.any(String) },
        role: { id: expect.any(String) },
      });
    }
    const one = await call('GET', `/users/${json.users[0].id}`);
    expect(one.json.users).toMatchObject([{ id: json.users[0].id }]);
  });

  reads('of the kind CurrentUser are one, who is among the active ones', async ({ call }) => {
    const { users } = (await call('GET', '/users?type=CurrentUser')).json;
    expect(users).toHaveLength(1);
    expect(faultsIn('ownUser', users[0])).toEqual([]);
    const active = (await call('GET', '/users?type=ActiveUsers')).json.users.map(({ id }: Row) => id);
    expect(active).toContain(users[0].id);
  });

  reads('all, confirmed and administrators are kinds', async ({ call }) => {
    for (const type of ['AllUsers', 'ConfirmedUsers', 'ActiveConfirmedUsers', 'AdminUsers', 'ActiveConfirmedAdmins']) {
      const { status, json } = await call('GET', `/users?type=${type}`);
      expect([type, status]).toEqual([type, 200]);
      expect(json.users.length).toBeGreaterThan(0);
    }
  });

  reads('of an unknown kind are refused; a page after the last is 204', async ({ call }) => {
    expect(await call('GET', '/users?type=Everybody')).toMatchObject({ status: 400, json: { code: 'INVALID_DATA' } });
    expect((await call('GET', '/users?type=ActiveUsers&page=9&per_page=200')).status).toBe(204);
  });

  sandboxOnly('who left are deactivated, and a kind without users is 204', async () => {
    const { crm } = await sandboxUnderTest();
    expect((await crm('GET', '/users?type=DeactiveUsers')).json.users).toMatchObject([{ status: 'disabled' }]);
    for (const type of ['NotConfirmedUsers', 'DeletedUsers']) {
      expect((await crm('GET', `/users?type=${type}`)).status).toBe(204);
    }
    const { more_records, count } = (await crm('GET', '/users?type=AllUsers&per_page=2')).json.info;
    expect([count, more_records]).toEqual([2, true]);
  });

  reads('have a time zone of their organisation', async ({ call }) => {
    const { status, json } = await call('GET', '/org');
    expect(status).toBe(200);
    expect(json.org[0]).toMatchObject({ time_zone: expect.any(String), company_name: expect.any(String) });
  });
});

describe('crm-api §4.4 the owner of a record', () => {
  writes('is changed with PUT, or with an action whose answer is one object', async ({ call, make }) => {
    const { users } = (await call('GET', '/users?type=ActiveUsers')).json;
    const id = await make('Contacts', newContact());
    const ownerOf = async () => (await call('GET', `/Contacts/${id}?fields=Owner`)).json.data[0].Owner.id;
    const [first, second = first] = users;
    expect((await call('PUT', `/Contacts/${id}`, { data: [{ Owner: { id: first.id } }], trigger: [] })).status).toBe(
      200,
    );
    expect(await ownerOf()).toBe(first.id);
    const acted = await call('POST', `/Contacts/${id}/actions/change_owner`, {
      owner: { id: second.id },
      notify: false,
    });
    expect(acted).toMatchObject({ status: 200, json: { code: 'SUCCESS', status: 'success' } });
    expect(await ownerOf()).toBe(second.id);
    expect((await call('POST', `/Contacts/${id}/actions/change_owner`, { owner: { id: NOBODY } })).status).toBe(400);
  });

  sandboxOnly('cannot become a user who was deactivated', async () => {
    const { crm, person } = await sandboxUnderTest();
    const { contactId } = await person('bram');
    const [{ id }] = (await crm('GET', '/users?type=DeactiveUsers')).json.users;
    const refused = await crm('PUT', `/Contacts/${contactId}`, { data: [{ Owner: { id } }] });
    expect(refused.json.data[0]).toMatchObject({ ...flat('INVALID_DATA'), details: { api_name: 'Owner' } });
    const acted = await crm('POST', `/Contacts/${contactId}/actions/change_owner`, { owner: { id } });
    expect(acted).toMatchObject({ status: 400, json: { code: 'INVALID_DATA' } });
  });
});
