import { KEYED_LINK_LENGTH } from '../../access/keyed-link.ts';
import type { PortalFile } from '../../site/portal-file.ts';
import { BATTERY_SIZES, MODULE_CHOICES, PANELS_AGES } from '../../view-models/choices.ts';
import { OUTCOME_LABELS } from '../texts/outcome-texts.ts';
import { AVAILABLE_FOR_CUSTOMER, CLOSED_STAGES, VIEWED } from './stages-and-tags.ts';

/** One field that the portal reads or writes (decision D). */
export interface NeededField {
  name: string;
  /** The CRM's data types that are accepted; `crm:setup` creates the first. */
  types: readonly [DataType, ...DataType[]];
  /** This many characters must fit. */
  length?: number;
  /** No two records may hold the same value. */
  unique?: true;
  /** Options that the portal writes or looks for: a picklist must offer them. */
  values?: readonly string[];
  /** A field of our own: `crm:setup` creates it where it is missing. The others come with the CRM. */
  custom?: true;
  /** What goes wrong in the portal without it. */
  without: string;
}

type DataType =
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'website'
  | 'picklist'
  | 'boolean'
  | 'currency'
  | 'double'
  | 'integer'
  | 'date'
  | 'datetime'
  | 'lookup'
  | 'multi_module_lookup'
  | 'ownerlookup';

export const SCHEMA_MODULES = ['Contacts', 'Deals', 'Products', 'Calls', 'Tasks'] as const;
export type SchemaModule = (typeof SCHEMA_MODULES)[number];

type Row = [
  name: string,
  types: NeededField['types'],
  without: string,
  more?: Pick<NeededField, 'length' | 'unique' | 'values'>,
];

const theirs = (...rows: Row[]): NeededField[] =>
  rows.map(([name, types, without, more]) => ({ name, types, without, ...more }));
const ours = (...rows: Row[]): NeededField[] => theirs(...rows).map((field) => ({ ...field, custom: true }));

const text: Row[1] = ['text'];
const choice: Row[1] = ['text', 'picklist'];
const ticked: Row[1] = ['boolean'];
const long: Row[1] = ['textarea'];
const money: Row[1] = ['currency', 'double'];
const power: Row[1] = ['double', 'currency'];
const moment: Row[1] = ['datetime'];
const someone: Row[1] = ['ownerlookup'];
/** A JSON text, or an image as text (decision D). */
const LARGE = 32_000;

const NOT_SAVED = 'this answer cannot be saved';
const NO_ADDRESS = 'addresses cannot be read or saved';
const NO_CHECK = 'changes by colleagues cannot be told apart';
const NO_QUOTE = 'no quote can be calculated';
const NO_OUTCOME = 'outcomes of calls cannot be recorded';
const NO_TASK = 'colleagues get no tasks from the portal';

/** The answers that both a contact and a deal have. */
const answers: Row[] = [
  ['survey_1_has_solar_panels', ticked, NOT_SAVED],
  ['survey1_number_of_panels', text, NOT_SAVED, { length: 4 }],
  ['survey1_panels_age', choice, NOT_SAVED, { length: 3, values: PANELS_AGES }],
  ['survey1_preferred_battery_size', choice, NOT_SAVED, { length: 8, values: BATTERY_SIZES }],
  ['survey1_battery_box_distance_m', text, NOT_SAVED, { length: 3 }],
];

/**
 * The CRM schema (decision D), with the portal file's additions. `crm:check` compares an organisation with it,
 * `crm:setup` creates what is missing; the sandbox has the same, which a test proves.
 */
export function crmSchema({
  signedStage,
  supplier,
  extraContactField,
}: Pick<PortalFile, 'signedStage' | 'supplier' | 'extraContactField'>): Record<SchemaModule, readonly NeededField[]> {
  const stages = [AVAILABLE_FOR_CUSTOMER, VIEWED, ...CLOSED_STAGES, signedStage];
  const extra: Row[] = extraContactField === '' ? [] : [[extraContactField, ['text', 'textarea'], NOT_SAVED]];
  return {
    Contacts: [
      ...theirs(
        ['Owner', someone, 'nobody can be given a lead'],
        ['Full_Name', text, 'lists and quotes show no name'],
        ['First_Name', text, 'names cannot be read or saved', { length: 40 }],
        ['Last_Name', text, 'names cannot be read or saved', { length: 80 }],
        ['Phone', ['phone', 'text'], 'nobody can be called', { length: 30 }],
        ['Email', ['email'], 'nobody can be mailed a link'],
        ['Mailing_Street', ['text', 'textarea'], NO_ADDRESS, { length: 250 }],
        ['Mailing_Zip', text, NO_ADDRESS, { length: 30 }],
        ['Mailing_City', text, NO_ADDRESS, { length: 100 }],
        ['Mailing_State', choice, NO_ADDRESS, { length: 100 }],
        ['Mailing_Country', choice, NO_ADDRESS, { length: 100, values: COUNTRIES }],
        ['Created_Time', moment, 'the stats count nobody'],
        ['Modified_Time', moment, NO_CHECK],
        ...extra,
      ),
      ...ours(
        ['Lead_Owner_Flow', choice, 'the list of leads does not show where they come from'],
        ['survey1_hash', text, 'no personal link opens', { length: KEYED_LINK_LENGTH, unique: true }],
        ['survey1_url', ['text', 'website'], 'staff have no "Live offerte"', { length: 100 }],
        ...answers,
        ['portal_call_permission_at', moment, 'permission to call cannot be kept'],
      ),
    ],
    Deals: [
      ...theirs(
        ['Deal_Name', text, 'deals have no name'],
        ['Stage', ['picklist'], 'a deal cannot move on', { values: [...new Set(stages)].filter(Boolean) }],
        ['Amount', money, 'the total of a quote cannot be saved'],
        ['Contact_Name', ['lookup'], 'no deal belongs to anybody'],
        ['Owner', someone, 'tasks about a deal have no owner'],
        ['Closing_Date', ['date'], 'staff do not see when a deal should close'],
        ['Created_Time', moment, 'deals have no order'],
        ['Modified_Time', moment, NO_CHECK],
      ),
      ...ours(
        ['gaikan_offer_product_type', choice, 'no deal has a survey', { length: supplier.length, values: [supplier] }],
        ['gaikan_deal_version', choice, 'every quote is of the older format', { length: 1, values: ['2'] }],
        ...answers,
        ['gaikan_saltion_battery_modules', choice, NOT_SAVED, { length: 2, values: MODULE_CHOICES }],
        ['gaikan_saltion_fixed_inverter_kw', text, 'staff cannot choose an inverter', { length: 7 }],
        ['gaikan_self_installation', choice, 'staff cannot choose own installation', { length: 1, values: ['1'] }],
        ['survey1_calc_complete', ticked, 'the survey never ends'],
        ['survey1_calc', long, 'no quote can be kept', { length: LARGE }],
        ['survey1_no_calc', ticked, 'a quote cannot be made by hand'],
        ['gaikan_discount', money, 'no discount can be given'],
        ['gaikan_discount_reason', text, 'a discount has no reason', { length: 255 }],
        ['survey1_pending_subsidy', ticked, 'quotes do not say that they depend on a subsidy'],
        ['survey1_client_visible', ticked, 'no quote is shown to be approved'],
        ['survey1_approve_clicked', ticked, 'nobody can approve a quote'],
        ['survey1_signature', long, 'drawn signatures cannot be shown', { length: LARGE }],
        ['gaikan_signature_plain', text, 'nobody can sign', { length: 255 }],
        ['portal_signature_evidence', long, 'nobody can sign: the evidence goes with the signature', { length: LARGE }],
        ['portal_withdrawn_at', moment, 'nobody can withdraw from an order'],
        ['portal_declined_at', moment, 'a refusal is not shown as one'],
        ['portal_copy_sent_at', moment, 'it is not known who has a copy of the signed order'],
      ),
    ],
    Products: [
      ...theirs(
        ['Product_Name', text, 'rows of a quote have no name'],
        ['Product_Code', text, 'products have no code'],
        ['Product_Category', ['picklist', 'text'], NO_QUOTE, { values: PRODUCT_CATEGORIES }],
        ['Unit_Price', money, NO_QUOTE],
        ['Product_Active', ticked, NO_QUOTE],
      ),
      ...ours(
        ['gaikan_num_modules', ['integer', 'double'], NO_QUOTE],
        ['gaikan_kwh', power, 'older quotes cannot be calculated'],
        ['gaikan_kw', power, 'no inverter can be chosen'],
      ),
    ],
    Calls: theirs(
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
    Tasks: theirs(
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

/** What the portal's select stores (§9); "Anders" stores what was typed beside it. */
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
