import { describe, expect, test } from 'vitest';
import { type SandboxUnderTest, sandboxUnderTest } from './sandbox-under-test.ts';

// Each rule that an administrator may set has a switch, which is off by default. Other tests show which values the
// rules keep from being stored: those of crm:check and its rehearsal (tests/bff/organisation).

const PARTS: [string, (crm: SandboxUnderTest, deal: string) => ReturnType<SandboxUnderTest['crm']>][] = [
  ['callsPermitted', ({ coql }) => coql('select id from Calls where id is not null')],
  ['callsPermitted', ({ crm }, deal) => crm('GET', `/Deals/${deal}/Calls_History?fields=Subject`)],
  ['tasksPermitted', ({ crm }, deal) => crm('GET', `/Deals/${deal}/Tasks?fields=Subject`)],
  ['notesPermitted', ({ crm }, deal) => crm('GET', `/Deals/${deal}/Notes?fields=Note_Title`)],
  ['attachmentsPermitted', ({ crm }, deal) => crm('GET', `/Deals/${deal}/Attachments?fields=File_Name`)],
  ['productsPermitted', ({ crm }, deal) => crm('GET', `/Deals/${deal}/Products?fields=Product_Name`)],
  ['usersPermitted', ({ crm }) => crm('GET', '/users?type=ActiveUsers')],
  ['pipelinePermitted', ({ crm }) => crm('GET', '/settings/pipeline?layout_id=1')],
];

describe('crm-api §7.2 a read is refused if the API user may not make it, and other reads are not', () => {
  test.each(PARTS)('%s', async (name, ask) => {
    const sandbox = await sandboxUnderTest();
    const deal = await sandbox.dealOf('bram');
    expect((await ask(sandbox, deal)).status).toBeLessThan(300);
    await sandbox.control('PATCH', '/behaviours', { [name]: false });
    expect(await ask(sandbox, deal)).toMatchObject({ status: 403, json: { code: 'NO_PERMISSION', status: 'error' } });
    expect((await sandbox.crm('GET', `/Deals/${deal}`)).status).toBe(200);
    await sandbox.control('PATCH', '/behaviours', { readScopesMissing: true });
    expect(await ask(sandbox, deal)).toMatchObject({ status: 401, json: { code: 'OAUTH_SCOPE_MISMATCH' } });
  });
});

test('a profile without notes cannot write them either; a token without the read scope can', async () => {
  const { crm, control, dealOf } = await sandboxUnderTest();
  const deal = await dealOf('bram');
  const write = () => crm('POST', `/Deals/${deal}/Notes`, { data: [{ Note_Title: 'Gebeld' }] });
  await control('PATCH', '/behaviours', { notesPermitted: false });
  expect(await write()).toMatchObject({ status: 403, json: { code: 'NO_PERMISSION' } });
  await control('PATCH', '/behaviours', { readScopesMissing: true });
  expect((await write()).status).toBe(201);
});

test('crm-api §4.7 a blueprint refuses a write of the stage as a whole, and no other write', async () => {
  const { crm, control, dealOf } = await sandboxUnderTest();
  const deal = await dealOf('bram');
  const write = async (fields: object) => (await crm('PUT', `/Deals/${deal}`, { data: [fields] })).json.data[0].code;
  await control('PATCH', '/behaviours', { stageLocked: true });
  expect(await write({ Stage: 'Closed Lost', Next_Step: 'bellen' })).toBe('RECORD_IN_BLUEPRINT');
  expect(await write({ Next_Step: 'bellen' })).toBe('SUCCESS');
  // A person in the CRM follows the blueprint.
  expect((await control('PATCH', `/records/Deals/${deal}`, { Stage: 'Closed Lost' })).status).toBe(200);
});

test('crm-api §4.7 the pipeline says of each stage whether it is open, won or lost', async () => {
  const { crm } = await sandboxUnderTest();
  const [{ maps }] = (await crm('GET', '/settings/pipeline?layout_id=1')).json.pipeline;
  const forecast = maps.map((stage: Record<string, { name: string }>) => [
    stage.actual_value,
    stage.forecast_type,
    stage.forecast_category?.name,
  ]);
  expect(forecast.slice(-4)).toEqual([
    ['Viewed', 'Open', 'Pipeline'],
    ['Closed Won', 'Closed Won', 'Closed'],
    ['Closed Lost', 'Closed Lost', 'Omitted'],
    ['Closed Lost to Competition', 'Closed Lost', 'Omitted'],
  ]);
});

test('each new record needs the required field, and so does each change of a record without it', async () => {
  const { crm, control, person } = await sandboxUnderTest();
  await control('PATCH', '/behaviours', { requiredFields: true });
  const { contactId, dealIds } = await person('bram');
  const [dealId] = dealIds;
  const save = (path: string, data: object, method = 'POST') => crm(method, path, { data: [data] });
  const about = { Who_Id: { id: contactId }, $se_module: 'Contacts' };
  const call = { Call_Type: 'Outbound', Call_Start_Time: '2026-11-02T10:00:00+01:00', ...about };
  const refused = (name: string) => ({
    status: 400,
    json: { data: [{ code: 'MANDATORY_NOT_FOUND', details: { api_name: name } }] },
  });
  expect(await save('/Calls', call)).toMatchObject(refused('Call_Purpose'));
  expect(await save('/Calls', { ...call, Call_Purpose: 'Demo' })).toMatchObject({ status: 201 });
  expect(await save('/Tasks', { Subject: 'Bellen', ...about })).toMatchObject(refused('Remind_At'));
  expect(await save(`/Deals/${dealId}`, { survey1_panels_age: '5+' }, 'PUT')).toMatchObject(refused('Next_Step'));
  expect(await save(`/Contacts/${contactId}`, { Phone: '0612345678' }, 'PUT')).toMatchObject(refused('Mobile'));
  expect(await save(`/Deals/${dealId}`, { Next_Step: 'Bellen' }, 'PUT')).toMatchObject({ status: 200 });
  expect(await save(`/Deals/${dealId}`, { survey1_panels_age: '5+' }, 'PUT')).toMatchObject({ status: 200 });
});

test('crm-api §4.7 the first record with a tag makes it a tag of its module, and of no other', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  await crm('POST', `/Contacts/${contactId}/actions/add_tags`, { tags: [{ name: 'zon' }] });
  const { tags } = (await crm('GET', '/settings/tags?module=Contacts')).json;
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(['niet-bellen', 'zon']);
  expect((await crm('GET', '/settings/tags?module=Deals')).json.tags).toEqual([]);
});
