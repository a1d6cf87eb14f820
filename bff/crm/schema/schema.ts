import { CONTACT_FIELDS } from '../../../crm-contract/shapes/contact.ts';
import { DEAL_FIELDS } from '../../../crm-contract/shapes/deal.ts';
import { type DataType, type Fields, NOT_SAVED, neededFor } from '../../../crm-contract/shapes/fields.ts';
import { PRODUCT_FIELDS } from '../../../crm-contract/shapes/product.ts';
import type { PortalFile } from '../../site/portal-file.ts';
import { BATTERY_SIZES, MODULE_CHOICES, PANELS_AGES } from '../../view-models/choices.ts';
import { OUTCOME_LABELS } from '../texts/outcome-texts.ts';
import { AVAILABLE_FOR_CUSTOMER, CLOSED_LOST, CLOSED_WON, VIEWED } from './stages-and-tags.ts';

/** One field that the portal reads or writes (decision D). */
export interface NeededField {
  name: string;
  /** The accepted CRM data types; `crm:setup` creates the first. */
  types: readonly DataType[];
  /** The minimum length in characters. */
  length?: number | undefined;
  /** Values must be unique among records. */
  unique?: true;
  /** Options that the portal writes or searches for: a picklist must offer them. */
  values?: readonly string[];
  /** A field of our own, which `crm:setup` creates if missing. All others come with the CRM. */
  custom?: boolean;
  /** The consequence for the portal if it is missing. */
  without: string;
}

export const SCHEMA_MODULES = ['Contacts', 'Deals', 'Products', 'Calls', 'Tasks'] as const;
export type SchemaModule = (typeof SCHEMA_MODULES)[number];

type More = Pick<NeededField, 'length' | 'unique' | 'values'>;

/** The rows of a table of fields, completed with constraints of the portal. */
function derived<T extends Fields>(table: T, more: { [Name in keyof T]?: More }): NeededField[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const { without, ...needed } = neededFor(field);
    return without === null ? [] : { name, ...needed, without, ...more[name] };
  });
}

type Row = [name: string, types: NeededField['types'], without: string, more?: More];

const rows = (...all: Row[]): NeededField[] =>
  all.map(([name, types, without, more]) => ({ name, types, without, ...more }));

const text: Row[1] = ['text'];
const long: Row[1] = ['textarea'];
const moment: Row[1] = ['datetime'];
const someone: Row[1] = ['ownerlookup'];
const LARGE = 32_000;

const NO_OUTCOME = 'outcomes of calls cannot be recorded';
const NO_TASK = 'colleagues get no tasks from the portal';

/** The answers that exist on both contact and deal. */
const ANSWERS = {
  survey1_panels_age: { values: PANELS_AGES },
  survey1_preferred_battery_size: { values: BATTERY_SIZES },
};

/** A link of ours fits its field: a test holds both to it. */
export const LINK_LENGTH = 44;

/**
 * The CRM schema (decision D), with the portal file's additions. `crm:check` compares an organisation with it,
 * `crm:setup` creates what is missing; a test proves that the sandbox has the same schema.
 */
export function crmSchema({
  signedStage,
  supplier,
  extraContactField,
}: Pick<PortalFile, 'signedStage' | 'supplier' | 'extraContactField'>): Record<SchemaModule, readonly NeededField[]> {
  const stages = [AVAILABLE_FOR_CUSTOMER, VIEWED, CLOSED_WON, CLOSED_LOST, signedStage];
  const extra: Row[] = extraContactField === '' ? [] : [[extraContactField, ['text', 'textarea'], NOT_SAVED]];
  return {
    Contacts: [
      ...derived(CONTACT_FIELDS, {
        ...ANSWERS,
        Mailing_Country: { values: COUNTRIES },
        survey1_hash: { length: LINK_LENGTH, unique: true },
      }),
      ...rows(...extra),
    ],
    Deals: derived(DEAL_FIELDS, {
      ...ANSWERS,
      Stage: { values: [...new Set(stages)].filter(Boolean) },
      gaikan_offer_product_type: { length: supplier.length, values: [supplier] },
      gaikan_deal_version: { values: ['2'] },
      gaikan_saltion_battery_modules: { values: MODULE_CHOICES },
      gaikan_self_installation: { values: ['1'] },
    }),
    Products: derived(PRODUCT_FIELDS, { Product_Category: { values: PRODUCT_CATEGORIES } }),
    Calls: rows(
      ['Subject', text, NO_OUTCOME, { length: 25 }],
      ['Call_Type', ['picklist'], NO_OUTCOME, { values: ['Outbound'] }],
      ['Outbound_Call_Status', ['picklist'], NO_OUTCOME, { values: ['Scheduled', 'Completed'] }],
      ['Call_Start_Time', moment, NO_OUTCOME],
      ['Call_Duration', text, NO_OUTCOME],
      ['Call_Result', ['picklist', 'text'], NO_OUTCOME, { length: 20, values: Object.values(OUTCOME_LABELS) }],
      ['Description', long, NO_OUTCOME, { length: LARGE }],
      ['Owner', someone, NO_OUTCOME],
      ['Who_Id', ['lookup', 'multi_module_lookup'], NO_OUTCOME],
      ['What_Id', ['multi_module_lookup', 'lookup'], NO_OUTCOME],
      ['Created_Time', moment, NO_OUTCOME],
    ),
    Tasks: rows(
      ['Subject', text, NO_TASK, { length: 60 }],
      ['Status', ['picklist'], NO_TASK, { values: ['Completed'] }],
      ['Priority', ['picklist'], NO_TASK, { values: ['High'] }],
      ['Due_Date', ['date'], NO_TASK],
      ['Description', long, NO_TASK, { length: LARGE }],
      ['Owner', someone, NO_TASK],
      ['Who_Id', ['lookup', 'multi_module_lookup'], NO_TASK],
      ['What_Id', ['multi_module_lookup', 'lookup'], NO_TASK],
      ['Created_Time', moment, NO_TASK],
    ),
  };
}

/** The values of the portal's select (§9); "Anders" stores the typed text. */
const COUNTRIES = ['Nederland', 'België', 'Duitsland', 'Frankrijk', 'Luxemburg'];

const PRODUCT_CATEGORIES = [
  'battery_module',
  'inverter',
  'installation',
  'inspection',
  'cable',
  'legacy_battery',
  'legacy_inverter',
  'legacy_installation',
];
