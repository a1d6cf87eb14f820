import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

// Settings of administrators: the metadata shows them, and writes have to follow them (docs/zoho.md).

type Named = { api_name: string; name: string };

async function crmWith(rules: Record<string, boolean>) {
  const sandbox = await sandboxUnderTest();
  await sandbox.control('PATCH', '/behaviours', rules);
  const { contactId, dealIds } = await sandbox.person('bram');
  const field = async (module: string, name: string) =>
    (await sandbox.crm('GET', `/settings/fields?module=${module}`)).json.fields.find(
      ({ api_name }: Named) => api_name === name,
    );
  const layouts = async (module: string) =>
    (await sandbox.crm('GET', `/settings/layouts?module=${module}`)).json.layouts;
  const save = (path: string, data: object, method = 'POST') => sandbox.crm(method, path, { data: [data] });
  return { ...sandbox, contactId, dealId: dealIds[0] ?? '', field, layouts, save };
}

test('each new record needs the required field, and so does each change of a record without it', async () => {
  const { contactId, dealId, layouts, save } = await crmWith({ requiredFields: true });
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
  const [layout] = await layouts('Calls');
  const required = layout.sections[0].fields.filter((each: { required: boolean }) => each.required);
  expect(required.map(({ api_name }: Named) => api_name)).toEqual(['Call_Type', 'Call_Start_Time', 'Call_Purpose']);
});

test.each([
  ['signatureNotByApi', { operation_type: { api_update: false } }],
  ['signatureReadOnly', { profiles: [{ name: 'Administrator', permission_type: 'read_only' }, { name: 'Standard' }] }],
])('%s: the change succeeds and leaves the signature out', async (rule, told) => {
  const { crm, dealId, field, save } = await crmWith({ [rule]: true });
  const signed = { gaikan_signature_plain: 'Bram', survey1_panels_age: '5+' };
  expect(await save(`/Deals/${dealId}`, signed, 'PUT')).toMatchObject({ status: 200 });
  const [deal] = (await crm('GET', `/Deals/${dealId}`)).json.data;
  expect(deal).toMatchObject({ gaikan_signature_plain: null, survey1_panels_age: '5+' });
  expect(await field('Deals', 'gaikan_signature_plain')).toMatchObject(told);
});

test('a second layout has no fields of the account, and its records store none of them', async () => {
  const { crm, layouts, save } = await crmWith({ secondLayout: true });
  const [standard, second] = await layouts('Deals');
  const names = (layout: { sections: { fields: Named[] }[] }) =>
    layout.sections[0]?.fields.map((each) => each.api_name);
  expect(names(standard)).toContain('survey1_calc');
  expect(names(second)).not.toContain('survey1_calc');
  const made = await save('/Deals', {
    Deal_Name: 'Zakelijk',
    Stage: 'Viewed',
    Layout: { id: second.id },
    survey1_panels_age: '5+',
  });
  const { id } = made.json.data[0].details;
  await save(`/Deals/${id}`, { survey1_panels_age: '5+', Next_Step: 'Bellen' }, 'PUT');
  const [deal] = (await crm('GET', `/Deals/${id}`)).json.data;
  expect(deal).toMatchObject({ survey1_panels_age: null, Next_Step: 'Bellen' });
  expect(await layouts('Calls')).toHaveLength(1);
});

test('a pipeline without "Closed Won" refuses a deal that stage, which the field offers', async () => {
  const { crm, dealId, field, layouts, save } = await crmWith({ pipelineWithoutClosedWon: true });
  const won = await save(`/Deals/${dealId}`, { Stage: 'Closed Won' }, 'PUT');
  expect(won).toMatchObject({
    status: 400,
    json: { data: [{ code: 'INVALID_DATA', details: { api_name: 'Stage' } }] },
  });
  const [{ id }] = await layouts('Deals');
  const [pipeline] = (await crm('GET', `/settings/pipeline?layout_id=${id}`)).json.pipeline;
  expect(JSON.stringify(pipeline.maps)).not.toContain('Closed Won');
  expect(JSON.stringify(await field('Deals', 'Stage'))).toContain('Closed Won');
});

test('a profile that may not make tasks is refused them, and the module’s settings say so', async () => {
  const { crm, contactId, save } = await crmWith({ tasksCreatable: false });
  const task = { Subject: 'Bellen', Who_Id: { id: contactId }, $se_module: 'Contacts' };
  expect(await save('/Tasks', task)).toMatchObject({ status: 403, json: { code: 'NO_PERMISSION' } });
  const { modules } = (await crm('GET', '/settings/modules')).json;
  expect(modules.filter(({ creatable }: { creatable: boolean }) => !creatable)).toMatchObject([{ api_name: 'Tasks' }]);
});
