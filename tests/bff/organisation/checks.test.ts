import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crmSchema, NEEDED_SCOPES, SCHEMA_MODULES } from '../../../bff/crm/schema/schema.ts';
import {
  checkEdition,
  checkFields,
  checkLayouts,
  checkScopes,
  checkStages,
} from '../../../bff/organisation/check-modules.ts';
import { checkPortalFile } from '../../../bff/organisation/check-portal.ts';
import { checkProducts } from '../../../bff/organisation/products.ts';
import { portalFile } from '../../../bff/site/portal-file.ts';
import { MODULE_CHOICES } from '../../../bff/view-models/choices.ts';
import { callPatch, callShape, newCall, newTask, taskShape } from '../../../crm-contract/shapes/activities.ts';
import { contactPatch, contactShape } from '../../../crm-contract/shapes/contact.ts';
import { dealPatch, dealShape } from '../../../crm-contract/shapes/deal.ts';
import { type Product, productShape } from '../../../crm-contract/shapes/product.ts';
import { type FieldMeta, fieldShape } from '../../../crm-contract/shapes/settings.ts';
import { presentField } from '../../../fixtures/crm-sandbox/metadata/fields.ts';
import { freshSchema } from '../../../fixtures/crm-sandbox/schema/modules.ts';
import { seedProducts } from '../../../fixtures/crm-sandbox/seed/products.ts';
import { callsOf } from '../../crm-contract/recorded/client-calls.ts';
import { ROOT } from '../../house/sources.ts';
import { clientOf } from './commands.ts';

const portal = portalFile.parse(JSON.parse(readFileSync(join(ROOT, 'portal.json'), 'utf8')));
const schema = crmSchema(portal);

/** The fields of a module from the sandbox, changed by `change`. */
function told(module: string, change: Record<string, Partial<FieldMeta> | null> = {}): FieldMeta[] {
  const found = freshSchema().get(module);
  return [...(found?.fields.values() ?? [])].flatMap((field) => {
    const changed = change[field.name];
    return changed === null || !found ? [] : { ...fieldShape.parse(presentField(found, field)), ...changed };
  });
}

describe('D the schema that crm:check knows', () => {
  test.each(SCHEMA_MODULES)('D %s: the sandbox has it, and no other custom field', (module) => {
    expect(checkFields(module, schema[module], told(module))).toEqual([]);
    const custom = (names: readonly { custom?: boolean; name: string }[]) =>
      names.flatMap(({ name, custom }) => (custom ? name : [])).sort();
    expect(custom([...(freshSchema().get(module)?.fields.values() ?? [])])).toEqual(custom(schema[module]));
  });

  test.each([
    ['Contacts', [contactShape, contactPatch]],
    ['Deals', [dealShape, dealPatch]],
    ['Products', [productShape]],
    ['Calls', [callShape, callPatch, ...newCall.options]],
    ['Tasks', [taskShape, newTask]],
  ] as const)('D %s: every field that the contract reads or writes is in it', (module, shapes) => {
    const known = new Set(schema[module].map(({ name }) => name));
    const used = new Set(shapes.flatMap((shape) => Object.keys(shape.shape)));
    // An id is not a field, and the tag has a check of its own.
    expect([...used].filter((name) => !known.has(name) && name !== 'id' && name !== 'Tag')).toEqual([]);
  });

  test('§7.2 the fourteenth field and the stage of a signature come from the portal file', () => {
    const own = crmSchema({ ...portal, extraContactField: 'Huisnummer', signedStage: 'Getekend' });
    expect(checkFields('Contacts', own.Contacts, told('Contacts')).map(({ what, is }) => [what, is])).toEqual([
      ['Huisnummer', 'is missing'],
    ]);
    expect(checkFields('Deals', own.Deals, told('Deals'))).toMatchObject([
      { what: 'Stage', is: 'does not offer "Getekend"' },
    ]);
  });
});

describe('D the findings of crm:check', () => {
  test.each<[string, 'Contacts' | 'Deals' | 'Calls', Partial<FieldMeta> | null, string]>([
    ['survey1_hash', 'Contacts', null, 'is missing'],
    ['survey1_hash', 'Contacts', { unique: false }, 'is not unique'],
    ['survey1_hash', 'Contacts', { length: 20 }, 'takes 20 characters, 44 are needed'],
    ['survey1_calc', 'Deals', { length: 2_000 }, 'takes 2000 characters, 32000 are needed'],
    ['survey1_calc', 'Deals', { data_type: 'text' }, 'is a field of type text, not textarea'],
    ['survey1_calc', 'Deals', { textarea: 'rich_text' }, 'is a field of type rich text, not textarea'],
    ['survey_1_has_solar_panels', 'Deals', { data_type: 'picklist' }, 'is a field of type picklist, not boolean'],
    [
      'survey1_panels_age',
      'Deals',
      { data_type: 'picklist', length: 1, pick_list_values: ['-None-', '-1', '1-2', '2-3', '3-4', '4-5'] },
      'does not offer "5+"',
    ],
    [
      'gaikan_saltion_battery_modules',
      'Deals',
      { data_type: 'picklist', length: 2, pick_list_values: MODULE_CHOICES.filter((choice) => choice !== 'XL') },
      'does not offer "XL"',
    ],
    [
      'survey1_preferred_battery_size',
      'Contacts',
      { data_type: 'picklist', length: 10, pick_list_values: [] },
      'does not offer "5"',
    ],
    ['Call_Result', 'Calls', { data_type: 'picklist', pick_list_values: [] }, 'does not offer "Neemt niet op"'],
    ['gaikan_signature_plain', 'Deals', { read_only: true }, 'may only be read by the user of this token'],
    ['gaikan_discount', 'Deals', { data_type: 'integer' }, 'is a field of type integer, not currency or double'],
  ])('D %s of %s %o', (name, module, change, is) => {
    const [finding, ...more] = checkFields(module, schema[module], told(module, { [name]: change }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ level: 'fault', what: name, is: expect.stringContaining(is) });
    expect(finding?.means.length).toBeGreaterThan(10);
  });

  test('D a picklist that offers what the portal writes is as good as text', () => {
    const ages = ['-1', '1-2', '2-3', '3-4', '4-5', '5+', 'weet niet'];
    const picklist = { survey1_panels_age: { data_type: 'picklist', pick_list_values: ages } };
    expect(checkFields('Deals', schema.Deals, told('Deals', picklist))).toEqual([]);
  });

  test('D fields maintained by the CRM may be read-only', () => {
    const readOnly = { Full_Name: { read_only: true }, Modified_Time: { field_read_only: true } };
    expect(checkFields('Contacts', schema.Contacts, told('Contacts', readOnly))).toEqual([]);
  });

  test('D stages: one pipeline must have all stages; other pipelines that lack some are only mentioned', () => {
    const pipeline = (display_value: string, maps: string[]) => ({ display_value, maps });
    const needed = ['Viewed', 'Closed Won'];
    const whole = pipeline('Batterijen', ['Survey', ...needed]);
    const other = pipeline('Zonnepanelen', ['Closed Won']);
    expect(checkStages(needed, [])).toEqual([]);
    expect(checkStages(needed, [whole])).toEqual([]);
    expect(checkStages(needed, [whole, other])).toMatchObject([{ level: 'advice', what: 'Zonnepanelen' }]);
    expect(checkStages(needed, [other])).toMatchObject([{ level: 'fault', is: 'has no stage "Viewed"' }]);
  });

  test('D layouts: a field that only one layout lacks blocks its records; another check finds a field that all layouts lack', () => {
    const layout = { id: '1', required: [] };
    const standard = { ...layout, name: 'Standard', fields: ['survey1_hash', 'Email'], lists: ['Notes', 'Calls'] };
    const other = { ...layout, name: 'Zakelijk', fields: ['Email'], lists: ['Calls'] };
    expect(checkLayouts(schema.Contacts, [standard])).toEqual([]);
    expect(checkLayouts(schema.Contacts, [standard, other])).toEqual([
      {
        level: 'fault',
        what: 'survey1_hash',
        is: 'is not in the layout "Zakelijk"',
        means: 'for records of that layout: no personal link opens',
      },
      {
        level: 'fault',
        what: 'Zakelijk',
        is: 'hides the related list "Notes"',
        means: 'screens of its records are refused it',
      },
    ]);
  });

  test('D editions: if the Standard edition does not allow so many fields, the report says so beforehand', () => {
    const made = told('Deals');
    const custom = made.filter(({ custom_field }) => custom_field);
    const plain = made.filter(({ custom_field }) => !custom_field);
    expect(checkEdition(schema.Deals, made)).toEqual([]);
    expect(checkEdition(schema.Deals, [...plain, ...custom.slice(2)])).toEqual([
      {
        level: 'advice',
        what: 'custom fields',
        is: `${custom.length - 2} are there and 2 are to be made`,
        means: 'the Standard edition takes 10 in a module: this needs Professional or above',
      },
    ]);
    expect(checkEdition(schema.Products, [])).toEqual([]);
    const page = readFileSync(join(ROOT, 'docs/zoho.md'), 'utf8');
    const count = (module: 'Deals' | 'Contacts' | 'Products') => schema[module].filter(({ custom }) => custom).length;
    const [deals, others] = [count('Deals'), `${count('Contacts')} on contacts and ${count('Products')} on products`];
    expect(page).toContain(`${deals} custom fields on deals, ${others}`);
  });

  test('D scopes: ALL of a group includes each of them', () => {
    expect(checkScopes(['ZohoCRM.modules.ALL', 'ZohoCRM.settings.ALL', 'zohocrm.coql.read'])).toMatchObject([
      {
        what: 'ZohoCRM.users.READ',
        is: 'is not among the scopes of the token: users.current, users.listActive refused',
        means: 'only who owns deals can say who they are',
      },
      { what: 'ZohoCRM.send_mail.all.CREATE' },
      { what: 'ZohoCRM.Files.CREATE' },
    ]);
    expect(checkScopes(['ZohoCRM.modules.contacts.ALL']).map(({ what }) => what)).not.toContain(
      'ZohoCRM.modules.contacts.UPDATE',
    );
    expect(checkScopes([])).toHaveLength(NEEDED_SCOPES.length);
  });

  test('D scopes: a missing scope is advice if people can do its work by hand, and otherwise a fault', () => {
    const advised = checkScopes([]).filter(({ level }) => level === 'advice');
    expect(advised.map(({ what }) => what)).toEqual([
      'ZohoCRM.modules.contacts.DELETE',
      'ZohoCRM.modules.deals.CREATE',
      'ZohoCRM.modules.deals.DELETE',
      'ZohoCRM.modules.products.CREATE',
      'ZohoCRM.settings.emails.READ',
      'ZohoCRM.settings.fields.CREATE',
      'ZohoCRM.settings.fields.UPDATE',
      'ZohoCRM.settings.modules.READ',
      'ZohoCRM.settings.related_lists.READ',
      'ZohoCRM.settings.blueprint.READ',
      'ZohoCRM.settings.record_locking_configurations.READ',
      'ZohoCRM.settings.pipeline.UPDATE',
    ]);
  });

  test('D scopes: every call of the client has a scope, and the report says what fails without it', () => {
    const covered = new Set(NEEDED_SCOPES.flatMap(([, , calls]) => calls.split(' ')));
    // A token can be asked for its own scopes without a scope for that.
    const calls = callsOf(clientOf('http://127.0.0.1:1')).filter(
      (call) => call !== 'settings.scopes' && !call.startsWith('questions.'),
    );
    expect([...covered].sort()).toEqual(calls.sort());
  });

  test('D scopes: with the scopes of docs/zoho.md nothing is missing', () => {
    const page = readFileSync(join(ROOT, 'docs/zoho.md'), 'utf8');
    expect(checkScopes(page.match(/ZohoCRM\.[\w.]+/g) ?? [])).toEqual([]);
  });
});

describe('E8 missing prices', () => {
  const prices = seedProducts.map(
    (product): Product => ({
      id: '4150868000000000001',
      Product_Name: product.name,
      Product_Code: product.code,
      Product_Category: product.category,
      Unit_Price: product.price,
      Product_Active: !product.inactive,
      gaikan_num_modules: product.modules ?? null,
      gaikan_kwh: product.kwh ?? null,
      gaikan_kw: product.kw ?? null,
    }),
  );
  const found = (list: readonly Product[]) => checkProducts(list, 5).map(({ level, what, is }) => [level, what, is]);
  const without = (...codes: string[]) => prices.filter(({ Product_Code }) => !codes.includes(Product_Code ?? ''));
  const nothingFor = (modules: string, ...what: string[]) =>
    what.map((each) => ['fault', each, `no active product with a price for ${modules} modules`]);
  const all = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15';

  test('E1 no price is missing in the sandbox', () => {
    expect(found(prices)).toEqual([]);
  });

  test.each([
    // Without its module product the inverter cannot be chosen either (E2).
    ['E1', ['BM-03', 'BM-04'], nothingFor('3, 4', 'battery_module', 'inverter')],
    ['E2', ['OMV-5', 'OMV-8', 'OMV-10', 'OMV-15', 'OMV-20'], nothingFor(all, 'inverter')],
    ['E3', ['INST'], nothingFor(all, 'installation')],
    ['E3', ['KABEL', 'INSP'], nothingFor(all, 'cable', 'inspection')],
    ['E5', ['LO-40'], [['fault', 'legacy_battery', 'no inverter of that gaikan_kwh, or no installation, for 40 kWh']]],
    ['E5', ['LB-20', 'LB-40', 'LB-60', 'LB-80'], [['advice', 'legacy_battery', 'no active product']]],
  ])('%s without %j', (_, codes, expected) => {
    expect(found(without(...codes))).toEqual(expected);
  });

  test('E1 two prices for the same thing are reported', () => {
    expect(found([...prices, ...prices.filter(({ Product_Code }) => Product_Code === 'BM-06')])).toEqual([
      ['fault', 'battery_module', 'several active products for 6'],
    ]);
    expect(found([...prices, ...prices.filter(({ Product_Code }) => Product_Code === 'INST')])).toEqual([
      ['fault', 'installation', 'several active products'],
    ]);
  });
});

test('H3 a portal file that still has the made-up seller, terms or addresses of portal.json is reported part by part', () => {
  const told = checkPortalFile(portal);
  expect(told.filter(({ level }) => level === 'fault')).toMatchObject([
    { what: 'seller', is: expect.stringContaining('seller.name, seller.street, seller.zipCity, seller.kvk') },
    { what: 'terms', is: 'is made up: terms.version' },
    { what: 'financingTerms', is: 'is made up: financingTerms.licenceHolder' },
  ]);
  const advised = told.filter(({ level }) => level === 'advice').map(({ what }) => what);
  expect(advised).toEqual(expect.arrayContaining(['privacyUrl', 'accessibilityUrl', 'bookingUrl', 'mailFrom']));
  const own = JSON.parse(
    JSON.stringify(portal)
      .replaceAll(/voorbeeld/gi, 'Zonneveld')
      .replaceAll('.example', '.nl')
      .replaceAll('{sandbox}/sandbox', 'https://afspraak.zonneveld.nl')
      .replaceAll('00000000', '12345678'),
  );
  own.terms.paragraphs[0].text = 'Een voorbeeld staat bij de offerte.';
  expect(checkPortalFile(own).map(({ what }) => what)).toEqual(['callsNeedPermission']);
  expect(checkPortalFile({ ...own, callsNeedPermission: false })).toEqual([]);
});
