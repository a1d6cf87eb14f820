import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

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
