import { describe, expect } from 'vitest';
import { crmUnderTest, newContact, newDeal, writes } from './crm-under-test.ts';

const outbound = { Subject: 'Gebeld', Call_Type: 'Outbound', Call_Start_Time: '2026-10-20T10:00:00+02:00' };
const planned = { ...outbound, Outbound_Call_Status: 'Scheduled', Call_Start_Time: '2027-07-01T10:00:00+02:00' };
const made = { ...outbound, Outbound_Call_Status: 'Completed', Call_Duration: '02:00' };

describe('crm-api §4.6 calls', () => {
  writes.each([
    ['planned, with a duration', { ...planned, Call_Duration: '02:00' }, 'DEPENDENT_MISMATCH'],
    ['made, of no length', { ...made, Call_Duration: '00:00' }, 'DEPENDENT_MISMATCH'],
    ['made, without a duration', { ...made, Call_Duration: null }, 'DEPENDENT_FIELD_MISSING'],
    ['at a moment without an offset', { ...planned, Call_Start_Time: '2027-07-01T10:00:00' }, 'INVALID_DATA'],
    ['at a moment with milliseconds', { ...planned, Call_Start_Time: '2027-07-01T10:00:00.000Z' }, 'INVALID_DATA'],
    ['on a day', { ...planned, Call_Start_Time: '2027-07-01' }, 'INVALID_DATA'],
    ['of no known kind', { ...planned, Call_Type: 'Thought of' }, 'INVALID_DATA'],
  ])('%s are refused', async (_, call, code) => {
    const crm = await crmUnderTest();
    const { status, json } = await crm.call('POST', '/Calls', { data: [call] });
    expect([status, json.data[0].code]).toEqual([400, code]);
  });

  writes('that were planned can be moved, and then marked as made with a duration', async ({ call, make }) => {
    const id = await make('Calls', planned);
    const change = async (fields: object) => call('PUT', `/Calls/${id}`, { data: [fields], trigger: [] });
    expect((await change({ Call_Start_Time: '2027-08-01T10:00:00+02:00' })).status).toBe(200);
    const { Outbound_Call_Status, Call_Start_Time } = made;
    const without = await change({ Outbound_Call_Status, Call_Start_Time });
    expect(without).toMatchObject({ status: 400, json: { data: [{ code: 'DEPENDENT_FIELD_MISSING' }] } });
    expect((await change({ Outbound_Call_Status, Call_Start_Time, Call_Duration: '00:01' })).status).toBe(200);
    expect((await call('GET', `/Calls/${id}`)).json.data[0].Outbound_Call_Status).toBe('Completed');
  });

  writes('that were planned without a deal can be marked as made about one', async ({ call, make }) => {
    const contact = await make('Contacts', newContact());
    const deal = await make('Deals', { ...newDeal(), Contact_Name: { id: contact } });
    const id = await make('Calls', { ...planned, Who_Id: { id: contact }, $se_module: 'Contacts' });
    const change = { ...made, Call_Type: undefined, What_Id: { id: deal }, $se_module: 'Deals' };
    expect((await call('PUT', `/Calls/${id}`, { data: [change], trigger: [] })).status).toBe(200);
    const { What_Id, Who_Id } = (await call('GET', `/Calls/${id}`)).json.data[0];
    expect([What_Id.id, Who_Id.id]).toEqual([deal, contact]);
  });

  writes('that were made keep their kind', async ({ call, make }) => {
    const id = await make('Calls', made);
    const change = await call('PUT', `/Calls/${id}`, { data: [{ Call_Type: 'Inbound' }] });
    expect(change).toMatchObject({
      status: 400,
      json: { data: [{ code: 'INVALID_DATA', details: { api_name: 'Call_Type' } }] },
    });
    expect((await call('PUT', `/Calls/${id}`, { data: [{ Call_Result: 'ok' }], trigger: [] })).status).toBe(200);
  });
});

describe('crm-api §4.6 tasks', () => {
  writes('have a status from the start, and keep one that they were given', async ({ call, make }) => {
    const statusOf = async (fields: object) =>
      (await call('GET', `/Tasks/${await make('Tasks', { Subject: 'Bellen', ...fields })}`)).json.data[0].Status;
    expect(await statusOf({})).toBe('Not Started');
    expect(await statusOf({ Status: 'Completed' })).toBe('Completed');
  });

  writes('about a deal have to name its module', async ({ call, make }) => {
    const contact = await make('Contacts', newContact());
    const deal = await make('Deals', { ...newDeal(), Contact_Name: { id: contact } });
    const task = { Subject: 'Bellen', Who_Id: { id: contact }, What_Id: { id: deal } };
    const refused = async (extra: object) =>
      (await call('POST', '/Tasks', { data: [{ ...task, ...extra }] })).json.data[0];
    expect(await refused({})).toMatchObject({ code: 'MANDATORY_NOT_FOUND', details: { api_name: '$se_module' } });
    expect(await refused({ $se_module: 'Contacts' })).toMatchObject({ code: 'INVALID_DATA' });
    const id = await make('Tasks', { ...task, $se_module: 'Deals' });
    for (const [module, parent] of [
      ['Deals', deal],
      ['Contacts', contact],
    ]) {
      const { json } = await call('GET', `/${module}/${parent}/Tasks?fields=Subject,Who_Id,What_Id`);
      expect(json.data).toMatchObject([{ id, Who_Id: { id: contact }, What_Id: { id: deal } }]);
    }
  });
});
