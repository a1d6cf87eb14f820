import { LRUCache } from 'lru-cache';
import { CONTACT_FIELDS } from '../../../crm-contract/shapes/contact.ts';
import { DEAL_FIELDS } from '../../../crm-contract/shapes/deal.ts';
import { type DataType, type Fields, NOT_SAVED, neededFor } from '../../../crm-contract/shapes/fields.ts';
import { PRODUCT_CATEGORIES, PRODUCT_FIELDS } from '../../../crm-contract/shapes/product.ts';
import type { Drift } from '../../../crm-contract/shapes/read-record.ts';
import type { Log } from '../../http/logging.ts';
import type { PortalFile } from '../../site/portal-file.ts';
import { OUTCOMES } from '../../view-models/call-outcomes.ts';
import { BATTERY_SIZES, MODULE_CHOICES, PANELS_AGES } from '../../view-models/choices.ts';
import { type Clock, HOUR_MS } from '../clock.ts';
import { AVAILABLE_FOR_CUSTOMER, CLOSED_LOST, CLOSED_WON, VIEWED } from '../stages.ts';

/** One field that the portal reads or writes (decision D). */
export interface NeededField {
  name: string;
  /** The accepted CRM data types; `crm:setup` creates the first. */
  types: readonly DataType[];
  /** The minimum length in characters. */
  length?: number;
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

/** The options of the answers with a fixed choice, on contact and deal. */
const ANSWERS = {
  survey1_panels_age: { values: PANELS_AGES },
  survey1_preferred_battery_size: { values: BATTERY_SIZES },
  gaikan_saltion_battery_modules: { values: MODULE_CHOICES },
};

/** The length of our links, and so of the CRM field for them. */
const LINK_LENGTH = 44;

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
      gaikan_self_installation: { values: ['1'] },
    }),
    Products: derived(PRODUCT_FIELDS, { Product_Category: { values: Object.keys(PRODUCT_CATEGORIES) } }),
    Calls: rows(
      ['Subject', text, NO_OUTCOME, { length: 25 }],
      ['Call_Type', ['picklist'], NO_OUTCOME, { values: ['Outbound'] }],
      ['Outbound_Call_Status', ['picklist'], NO_OUTCOME, { values: ['Scheduled', 'Completed'] }],
      ['Call_Start_Time', moment, NO_OUTCOME],
      ['Call_Duration', text, NO_OUTCOME],
      [
        'Call_Result',
        ['picklist', 'text'],
        NO_OUTCOME,
        { length: 20, values: Object.values(OUTCOMES).map(({ label }) => label) },
      ],
      ['Description', long, NO_OUTCOME, { length: LARGE }],
      ['Owner', someone, NO_OUTCOME],
      ['Who_Id', ['lookup', 'multi_module_lookup'], NO_OUTCOME],
      ['What_Id', ['multi_module_lookup', 'lookup'], NO_OUTCOME],
      ['Created_Time', moment, NO_OUTCOME],
      ['Modified_Time', moment, NO_OUTCOME],
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

/**
 * The OAuth scopes the token needs, each with the consequence if it is missing and the client calls that need it
 * (crm-api §1.5).
 */
export const NEEDED_SCOPES: readonly (readonly [scope: string, without: string, calls: string])[] = [
  [
    'ZohoCRM.modules.contacts.READ',
    'no link opens',
    'contacts.read contacts.tagPage contacts.deals related.list deleted.since',
  ],
  [
    'ZohoCRM.modules.contacts.UPDATE',
    'no answer of a contact is saved',
    'contacts.update contacts.updateMany tags.add tags.remove',
  ],
  [
    'ZohoCRM.modules.contacts.CREATE',
    '"Niet meer bellen" fails: giving a tag counts as creating',
    'tags.add tags.remove testRecords.create',
  ],
  ['ZohoCRM.modules.contacts.DELETE', 'crm:check cannot remove the contact of its rehearsal', 'testRecords.remove'],
  [
    'ZohoCRM.modules.deals.READ',
    'no deal is shown',
    'deals.read deals.readTexts deals.products contacts.deals deleted.since',
  ],
  ['ZohoCRM.modules.deals.UPDATE', 'no answer is saved, nobody can sign', 'deals.update'],
  ['ZohoCRM.modules.deals.CREATE', 'crm:check cannot rehearse writing', 'testRecords.create'],
  ['ZohoCRM.modules.deals.DELETE', 'crm:check cannot remove the deal of its rehearsal', 'testRecords.remove'],
  ['ZohoCRM.modules.products.READ', 'no quote can be calculated', 'products.read products.listActive deals.products'],
  ['ZohoCRM.modules.products.CREATE', 'crm:setup cannot make products', 'products.createMany'],
  ['ZohoCRM.modules.notes.READ', 'staff see no notes', 'notes.listFor'],
  ['ZohoCRM.modules.notes.CREATE', 'messages and outcomes leave no note', 'notes.create'],
  ['ZohoCRM.modules.notes.DELETE', 'a note that was made twice stays', 'notes.remove'],
  ['ZohoCRM.modules.attachments.READ', 'photos are not seen to be there', 'attachments.listFor attachments.read'],
  ['ZohoCRM.modules.attachments.CREATE', 'photos cannot be stored', 'attachments.upload'],
  ['ZohoCRM.modules.attachments.DELETE', 'a file that was stored twice stays', 'attachments.remove'],
  ['ZohoCRM.modules.calls.READ', 'the leads have no order', 'calls.listFor calls.readMany deleted.since'],
  ['ZohoCRM.modules.calls.CREATE', 'outcomes of calls cannot be recorded', 'calls.create'],
  ['ZohoCRM.modules.calls.UPDATE', 'agreed calls cannot be moved', 'calls.update'],
  ['ZohoCRM.modules.calls.DELETE', 'a call that was made twice stays', 'calls.remove'],
  ['ZohoCRM.modules.tasks.READ', 'tasks are made twice', 'tasks.listFor tasks.listOpenFor'],
  ['ZohoCRM.modules.tasks.CREATE', 'colleagues get no tasks from the portal', 'tasks.create'],
  ['ZohoCRM.modules.tasks.DELETE', 'a task that was made twice stays', 'tasks.remove'],
  ['ZohoCRM.coql.READ', 'nothing at all is found', 'query'],
  ['ZohoCRM.users.READ', 'only who owns deals can say who they are', 'users.current users.listActive'],
  ['ZohoCRM.settings.tags.ALL', 'nobody can be marked as not to be called', 'settings.tags settings.createTag'],
  ['ZohoCRM.send_mail.all.CREATE', 'the portal mails no links and receipts', 'mail.send'],
  ['ZohoCRM.settings.emails.READ', 'the sender of mails cannot be checked', 'settings.senders'],
  ['ZohoCRM.Files.CREATE', 'the signed order cannot be mailed', 'files.upload'],
  ['ZohoCRM.settings.fields.READ', 'fields cannot be checked', 'settings.fields'],
  ['ZohoCRM.settings.fields.CREATE', 'crm:setup cannot make fields', 'settings.createField'],
  ['ZohoCRM.settings.fields.UPDATE', 'crm:setup cannot add options to picklists', 'settings.addOptions'],
  ['ZohoCRM.settings.modules.READ', 'the rights of the profile cannot be checked', 'settings.modules'],
  ['ZohoCRM.settings.layouts.READ', 'stages and layouts cannot be checked', 'settings.pipelines settings.layouts'],
  ['ZohoCRM.settings.related_lists.READ', 'hidden related lists cannot be checked', 'settings.layouts'],
  ['ZohoCRM.settings.pipeline.READ', 'deals closed by stages of your own count as open', 'settings.pipelines'],
  ['ZohoCRM.settings.blueprint.READ', 'blueprints cannot be checked', 'settings.blueprints'],
  ['ZohoCRM.settings.record_locking_configurations.READ', 'locks cannot be checked', 'settings.locking'],
  ['ZohoCRM.settings.pipeline.UPDATE', 'crm:setup cannot add stages to the pipeline', 'settings.setStages'],
];

/** Whether a granted scope covers a needed one: the same, or `ALL` of its group. */
export function allows(granted: string, needed: string): boolean {
  const [has, wants] = [granted.toLowerCase(), needed.toLowerCase()];
  return has === wants || (has.endsWith('.all') && wants.startsWith(has.slice(0, -'all'.length)));
}

/** Logs CRM fields with unexpected values (decision A4): once per field and hour, with the id of one record. */
export class SchemaDriftReporter {
  readonly #log: Log;
  readonly #reported: LRUCache<string, true>;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#reported = new LRUCache({ max: 10_000, ttl: HOUR_MS, ttlResolution: 0, perf: clock });
  }

  report({ module, id, field, problem }: Drift): void {
    const name = `${module}.${field}`;
    if (this.#reported.has(name)) return;
    this.#reported.set(name, true);
    this.#log.warn({ module, recordId: id, field, problem }, 'a CRM field is not as expected');
  }
}
