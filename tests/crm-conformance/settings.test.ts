import { describe, expect } from 'vitest';
import { crmUnderTest, type Row, reads } from './crm-under-test.ts';
import { faultsIn } from './documented.ts';

const MODULES = ['Contacts', 'Deals', 'Products', 'Tasks', 'Calls', 'Notes', 'Attachments'];

describe('crm-api §9.1 what the settings say of fields', () => {
  reads.each(['Contacts', 'Deals', 'Products', 'Tasks', 'Calls'])(
    'of %s: name, type, length, picklist',
    async (module) => {
      const { call } = await crmUnderTest();
      const { status, json } = await call('GET', `/settings/fields?module=${module}`);
      expect(status).toBe(200);
      for (const field of json.fields) expect(faultsIn('fields', field)).toEqual([]);
      const lookups = json.fields.filter(({ data_type }: Row) => data_type === 'lookup');
      for (const { lookup } of lookups) expect(lookup.module.api_name).toEqual(expect.any(String));
    },
  );

  reads('the fields that the CRM itself requires, that are unique, and the values of a picklist', async ({ call }) => {
    const field = async (module: string, name: string) =>
      (await call('GET', `/settings/fields?module=${module}`)).json.fields.find(
        ({ api_name }: Row) => api_name === name,
      );
    expect(await field('Contacts', 'Last_Name')).toMatchObject({
      system_mandatory: true,
      custom_field: false,
      data_type: 'text',
      json_type: 'string',
      length: 80,
    });
    const hash = await field('Contacts', 'survey1_hash');
    expect(hash).toMatchObject({ custom_field: true, data_type: 'text' });
    expect(Object.keys(hash.unique)).not.toEqual([]);
    expect(await field('Deals', 'survey1_calc')).toMatchObject({ data_type: 'textarea', length: 32_000 });
    expect(await field('Deals', 'Contact_Name')).toMatchObject({ lookup: { module: { api_name: 'Contacts' } } });
    const stages = (await field('Deals', 'Stage')).pick_list_values.map(({ actual_value }: Row) => actual_value);
    expect(stages).toEqual(expect.arrayContaining(['Available For Customer', 'Viewed', 'Closed Won', 'Closed Lost']));
  });

  reads('fields without a module, or of an unknown module, are refused', async ({ call }) => {
    for (const [query, code] of [
      ['', 'REQUIRED_PARAM_MISSING'],
      ['?module=Nothing', 'INVALID_MODULE'],
    ]) {
      expect(await call('GET', `/settings/fields${query}`)).toMatchObject({ status: 400, json: { code } });
    }
  });
});

describe('crm-api §4.7, §9.1 modules, layouts and pipelines', () => {
  reads('every module that the portal uses is there for the API', async ({ call }) => {
    const { modules } = (await call('GET', '/settings/modules')).json;
    for (const module of modules) expect(faultsIn('modules', module)).toEqual([]);
    const forApi = modules.filter(({ api_supported }: Row) => api_supported).map(({ api_name }: Row) => api_name);
    expect(forApi).toEqual(expect.arrayContaining(MODULES));
  });

  reads('layouts of deals lead to lists and pipelines, which name stages by option ids', async ({ call }) => {
    const { layouts } = (await call('GET', '/settings/layouts?module=Deals')).json;
    expect(layouts.length).toBeGreaterThan(0);
    const { fields } = (await call('GET', '/settings/fields?module=Deals')).json;
    const stage = fields.find(({ api_name }: Row) => api_name === 'Stage');
    expect(faultsIn('picklists', stage)).toEqual([]);
    const options = new Map(stage.pick_list_values.map(({ id, actual_value }: Row) => [actual_value, id]));
    for (const layout of layouts) {
      expect(faultsIn('layouts', layout)).toEqual([]);
      const { related_lists } = (await call('GET', `/settings/related_lists?module=Deals&layout_id=${layout.id}`)).json;
      for (const list of related_lists) expect(faultsIn('related_lists', list)).toEqual([]);
      const { pipeline } = (await call('GET', `/settings/pipeline?layout_id=${layout.id}`)).json;
      for (const one of pipeline) expect(faultsIn('pipeline', one)).toEqual([]);
      for (const { id, actual_value } of pipeline.flatMap(({ maps }: Row) => maps)) {
        expect([actual_value, id]).toEqual([actual_value, options.get(actual_value)]);
      }
      const stages = pipeline.flatMap(({ maps }: Row) => maps.map(({ actual_value }: Row) => actual_value));
      expect(stages).toEqual(expect.arrayContaining(['Available For Customer', 'Viewed', 'Closed Won']));
    }
  });

  reads('blueprints and locks tell what they govern and restrict', async ({ call, raw, crm: { sandbox } }) => {
    if (sandbox) await raw('PATCH', '/sandbox/behaviours', JSON.stringify({ stageLocked: true, wonDealsLocked: true }));
    for (const module of ['Contacts', 'Deals']) {
      const blueprints = (await call('GET', `/settings/blueprints?module=${module}&status=active`)).json?.blueprints;
      const one = blueprints?.[0] && (await call('GET', `/settings/blueprints/${blueprints[0].id}`)).json.blueprints[0];
      for (const each of [...(blueprints ?? []), ...(one ? [one] : [])])
        expect(faultsIn('blueprints', each)).toEqual([]);
      const { json } = await call('GET', `/settings/record_locking_configurations?module=${module}`);
      for (const lock of json?.record_locking_configurations ?? []) expect(faultsIn('locks', lock)).toEqual([]);
    }
  });
});
