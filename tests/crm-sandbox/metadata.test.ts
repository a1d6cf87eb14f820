import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

test('decision D a deleted field is missing, and can be made again', async () => {
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

test('crm-api §4.7 the first record with a tag makes it a tag of its module, and of no other', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  await crm('POST', `/Contacts/${contactId}/actions/add_tags`, { tags: [{ name: 'zon' }] });
  const { tags } = (await crm('GET', '/settings/tags?module=Contacts')).json;
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(['niet-bellen', 'zon']);
  expect((await crm('GET', '/settings/tags?module=Deals')).json.tags).toEqual([]);
});

test('crm-api §4.7 a new option of Stage is in no pipeline until the pipeline names it by its id; existing options stay', async () => {
  const { crm } = await sandboxUnderTest();
  const readStage = async () => {
    const { fields } = (await crm('GET', '/settings/fields?module=Deals')).json;
    return fields.find((field: { api_name: string }) => field.api_name === 'Stage');
  };
  const pipelines = async () => (await crm('GET', '/settings/pipeline?layout_id=1')).json.pipeline;
  const [before] = await pipelines();
  const { id } = await readStage();
  const added = { fields: [{ pick_list_values: [{ display_value: 'Bezocht', actual_value: 'Bezocht' }] }] };
  expect((await crm('PATCH', `/settings/fields/${id}?module=Deals`, added)).status).toBe(200);
  expect(await crm('PATCH', `/settings/fields/${id}?module=Deals`, added)).toMatchObject({
    status: 400,
    json: { fields: [{ code: 'DUPLICATE_DATA' }] },
  });
  const options: { id: string; actual_value: string }[] = (await readStage()).pick_list_values;
  expect(options.map(({ actual_value }) => actual_value)).toEqual([
    ...before.maps.map(({ actual_value }: { actual_value: string }) => actual_value),
    'Bezocht',
  ]);
  expect(await pipelines()).toEqual([before]);

  const maps = options.map((option, index) => ({ id: option.id, sequence_number: index + 1 }));
  const put = (pipelineId: string, stages: object[]) =>
    crm('PUT', `/settings/pipeline/${pipelineId}?layout_id=1`, {
      pipeline: [{ display_value: 'Standard', maps: stages }],
    });
  expect((await put(before.id, maps)).status).toBe(200);
  expect((await pipelines())[0].maps).toHaveLength(options.length);
  expect((await put(before.id, [{ id: '4150868000000000999' }])).status).toBe(400);
  expect((await put('4150868000000000999', maps)).status).toBe(400);
});

test('a new field is named by the request, or by its label where the CRM accepts no names; only people rename it', async () => {
  const { crm, control } = await sandboxUnderTest();
  const names = async () => {
    const { fields } = (await crm('GET', '/settings/fields?module=Deals')).json;
    return fields.map((field: { api_name: string }) => field.api_name);
  };
  const make = (field_label: string) =>
    crm('POST', '/settings/fields?module=Deals', { fields: [{ field_label, data_type: 'text', api_name: 'ours' }] });
  const long = 'a label of twenty-six letters';
  expect(await make(long)).toMatchObject({ status: 400, json: { fields: [{ code: 'INVALID_DATA' }] } });
  await make('by request');
  expect(await names()).toContain('ours');
  await control('PATCH', '/behaviours', { apiNameOfRequest: false, longLabels: true });
  expect((await make(long)).status).toBe(201);
  expect(await names()).toContain('a_label_of_twenty_six_letters');
  await control('PATCH', '/fields/Deals/ours', { api_name: 'theirs' });
  expect(await names()).toEqual(expect.arrayContaining(['theirs']));
  expect(await names()).not.toContain('ours');
});

test('an empty organisation has no field, product, tag, sender or stage of ours, and a reset restores that', async () => {
  const { crm, control } = await sandboxUnderTest({ empty: true });
  for (const at of ['start', 'reset']) {
    const { fields } = (await crm('GET', '/settings/fields?module=Deals')).json;
    expect([at, fields.some((field: { custom_field: boolean }) => field.custom_field)]).toEqual([at, false]);
    expect((await crm('GET', '/Products?fields=Product_Name')).status).toBe(204);
    expect((await crm('GET', '/settings/tags?module=Contacts')).json.tags).toEqual([]);
    await control('POST', '/senders', { email: 'info@voorbeeld.example' });
    const { from_addresses } = (await crm('GET', '/settings/emails/actions/from_addresses')).json;
    expect(from_addresses.filter(({ type }: { type: string }) => type === 'organization')).toHaveLength(1);
    await control('POST', '/reset');
  }
});
