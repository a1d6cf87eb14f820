import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

test('crm-api §9.1 field metadata names type, length, picklist values, mandatory and unique', async () => {
  const { crm } = await sandboxUnderTest();
  const field = async (module: string, name: string) =>
    (await crm('GET', `/settings/fields?module=${module}`)).json.fields.find(
      (candidate: { api_name: string }) => candidate.api_name === name,
    );
  expect(await field('Contacts', 'survey1_hash')).toMatchObject({
    data_type: 'text',
    json_type: 'string',
    length: 255,
    custom_field: true,
    unique: { casesensitive: false },
  });
  expect(await field('Contacts', 'Last_Name')).toMatchObject({
    system_mandatory: true,
    length: 80,
    custom_field: false,
  });
  expect(await field('Deals', 'survey1_calc')).toMatchObject({ data_type: 'textarea', length: 32_000 });
  expect(await field('Deals', 'Contact_Name')).toMatchObject({ lookup: { module: { api_name: 'Contacts' } } });
  const stage = await field('Deals', 'Stage');
  expect(stage.pick_list_values.map((value: { actual_value: string }) => value.actual_value)).toEqual(
    expect.arrayContaining(['Available For Customer', 'Viewed', 'Closed Won', 'Closed Lost']),
  );
  expect(await field('Products', 'gaikan_num_modules')).toMatchObject({ data_type: 'integer' });
});

test('decision D a field that was deleted can be found missing and made again', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const fields = (await crm('GET', '/settings/fields?module=Deals')).json.fields;
  const { id } = fields.find((field: { api_name: string }) => field.api_name === 'gaikan_signature_plain');
  expect((await crm('DELETE', `/settings/fields/${id}?module=Deals`)).status).toBe(200);
  const daan = await dealOf('daan');
  expect((await crm('GET', `/Deals/${daan}`)).json.data[0]).not.toHaveProperty('gaikan_signature_plain');

  const wanted = { field_label: 'gaikan signature plain', data_type: 'text', length: 255 };
  const made = await crm('POST', '/settings/fields?module=Deals', { fields: [wanted] });
  expect(made).toMatchObject({ status: 201, json: { fields: [{ code: 'SUCCESS', details: { id } }] } });
  expect((await crm('GET', `/Deals/${daan}`)).json.data[0].gaikan_signature_plain).toBeNull();
  const twice = await crm('POST', '/settings/fields?module=Deals', { fields: [wanted] });
  expect(twice.json.fields[0].code).toBe('DUPLICATE_DATA');
});

test('crm-api §4.1 modules, related lists, layouts and pipeline are told', async () => {
  const { crm } = await sandboxUnderTest();
  const modules = (await crm('GET', '/settings/modules')).json.modules;
  expect(modules.map((module: { api_name: string }) => module.api_name)).toEqual(
    expect.arrayContaining(['Contacts', 'Deals', 'Products', 'Tasks', 'Calls', 'Notes', 'Attachments']),
  );
  const lists = (await crm('GET', '/settings/related_lists?module=Contacts')).json.related_lists;
  expect(lists.map((list: { api_name: string }) => list.api_name)).toEqual(expect.arrayContaining(['Deals', 'Notes']));
  const [layout] = (await crm('GET', '/settings/layouts?module=Deals')).json.layouts;
  const { pipeline } = (await crm('GET', `/settings/pipeline?layout_id=${layout.id}`)).json;
  expect(pipeline[0].maps.map((stage: { actual_value: string }) => stage.actual_value)).toContain('Viewed');
  expect((await crm('GET', '/org')).json.org[0].time_zone).toBe('Europe/Amsterdam');
});

test('crm-api §4.7 the tags of a module: "niet-bellen" from the start, others by a call or by their first record', async () => {
  const { crm, person } = await sandboxUnderTest();
  const names = async () =>
    (await crm('GET', '/settings/tags?module=Contacts')).json.tags.map((tag: { name: string }) => tag.name);
  expect(await names()).toEqual(['niet-bellen']);
  const made = await crm('POST', '/settings/tags?module=Contacts', { tags: [{ name: 'vip' }] });
  expect(made).toMatchObject({ status: 201, json: { tags: [{ code: 'SUCCESS', details: { name: 'vip' } }] } });
  const twice = await crm('POST', '/settings/tags?module=Contacts', { tags: [{ name: 'vip' }] });
  expect(twice).toMatchObject({ status: 400, json: { tags: [{ code: 'DUPLICATE_DATA' }] } });
  const { contactId } = await person('bram');
  await crm('POST', `/Contacts/${contactId}/actions/add_tags`, { tags: [{ name: 'vip' }, { name: 'zon' }] });
  expect(await names()).toEqual(['niet-bellen', 'vip', 'zon']);
  expect((await crm('GET', '/settings/tags?module=Deals')).json.tags).toEqual([]);
});
