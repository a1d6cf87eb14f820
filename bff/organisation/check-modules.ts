import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import { callPatch, newTask } from '../../crm-contract/shapes/activities.ts';
import { contactPatch } from '../../crm-contract/shapes/contact.ts';
import { dealPatch } from '../../crm-contract/shapes/deal.ts';
import { recordId } from '../../crm-contract/shapes/read-record.ts';
import type {
  Blueprint,
  FieldMeta,
  Layout,
  Locking,
  ModuleRights,
  Pipeline,
} from '../../crm-contract/shapes/settings.ts';
import { allows, NEEDED_SCOPES, type NeededField, type SchemaModule } from '../crm/schema/schema.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { advice, type Finding, fault } from './finding.ts';
import { lackingOptions, lackingStages } from './missing-fields.ts';

/** The related lists that the portal reads. */
const LISTS = ['Notes', 'Attachments', 'Calls', 'Calls_History', 'Tasks', 'Tasks_History', 'Products'];

/** If the CRM refuses these, a query finds their rows. */
const HAVE_ANOTHER_WAY = ['Calls_History', 'Tasks_History'];

/**
 * Finds fields and related lists that one layout of a module lacks and another has. Fields are created in the Standard
 * layout only, and the CRM refuses a related list that a layout hides. Pure. Fields and lists that no layout has are
 * found by the checks of fields and questions.
 */
export function checkLayouts(needed: readonly NeededField[], layouts: readonly Layout[]): Finding[] {
  return layouts.flatMap((layout) => {
    const lacks = (part: 'fields' | 'lists', name: string) =>
      layouts.some((other) => other[part].includes(name)) && !layout[part].includes(name);
    return [
      ...needed
        .filter(({ name }) => lacks('fields', name))
        .map(({ name, without }) =>
          fault(name, `is not in the layout "${layout.name}"`, `for records of that layout: ${without}`),
        ),
      ...LISTS.filter((list) => lacks('lists', list)).map((list) => {
        const finding = HAVE_ANOTHER_WAY.includes(list) ? advice : fault;
        return finding(layout.name, `hides the related list "${list}"`, 'screens of its records are refused it');
      }),
    ];
  });
}

/**
 * Compares the stages that the portal reads or sets with those of each pipeline. Pure. The portal's deals can be in any
 * pipeline that has all of them; without pipelines only the field `Stage` counts.
 */
export function checkStages(
  needed: readonly string[],
  pipelines: readonly Pick<Pipeline, 'display_value' | 'maps'>[],
): Finding[] {
  const lacks = pipelines.map(({ display_value, maps }) => ({
    name: display_value ?? 'without a name',
    stages: lackingStages(needed, { maps }),
  }));
  const isServed = lacks.some(({ stages }) => stages.length === 0);
  return lacks.flatMap(({ name, stages }) => {
    if (stages.length === 0) return [];
    const is = `has no stage ${quoted(stages)}`;
    return isServed
      ? advice(name, is, 'keep the deals of the portal out of this pipeline')
      : fault(name, is, 'a deal cannot get there: not shown, signed or closed');
  });
}

/** Fields present in every call and task of the portal, and in every record of the CRM. */
const ALWAYS_WRITTEN = {
  Calls: ['Subject', 'Call_Type', 'Outbound_Call_Status', 'Call_Start_Time', 'Call_Duration', 'Owner', 'Who_Id'],
  Tasks: ['Subject', 'Status', 'Priority', 'Due_Date', 'Owner', 'Who_Id'],
  Contacts: ['Last_Name', 'Owner'],
  Deals: ['Deal_Name', 'Stage', 'Pipeline', 'Owner'],
} as const;

const SAYS_NO = {
  Calls: 'no outcome of a call is recorded: the portal leaves it empty',
  Tasks: 'colleagues get no tasks from the portal: it leaves it empty',
};

/** Fields that a layout requires and the portal does not write: the CRM refuses such records, `MANDATORY_NOT_FOUND`. */
export async function checkRequired(
  crm: CrmClient,
  module: keyof typeof ALWAYS_WRITTEN,
  layouts: readonly Layout[],
): Promise<Finding[]> {
  const known: readonly string[] = ALWAYS_WRITTEN[module];
  const findings: Finding[] = [];
  for (const { name: layout, required } of layouts) {
    for (const name of required.filter((each) => !known.includes(each))) {
      const is = `is required in the layout "${layout}"`;
      if (module === 'Calls' || module === 'Tasks') findings.push(fault(name, is, SAYS_NO[module]));
      else findings.push(await findingOfEmpty(crm, module, name, is));
    }
  }
  return findings;
}

/** The portal creates no contacts or deals: only existing ones without the field are affected. */
async function findingOfEmpty(
  crm: CrmClient,
  module: 'Contacts' | 'Deals',
  name: string,
  is: string,
): Promise<Finding> {
  const where = coql`${columns([name])} is null limit ${1}`;
  const query =
    module === 'Deals' ? coql`select id from Deals where ${where}` : coql`select id from Contacts where ${where}`;
  const lacking = await orCrmError(crm.query(query, z.object({ id: recordId }), crmOptionsFor('read')));
  if (lacking instanceof CrmError) return fault(name, is, 'a record without it cannot be changed by the portal');
  if (lacking.length > 0) return fault(name, is, 'there are records without it: none of their changes is saved');
  return advice(name, is, 'a record without it could not be changed by the portal; there is none now');
}

/**
 * Blueprints on a field that the portal writes: the API cannot set it (crm-api §4.7). Pure. A blueprint with criteria
 * may not apply to the portal's records; only a rehearsal shows that.
 */
export function checkBlueprints(written: readonly NeededField[], blueprints: readonly Blueprint[]): Finding[] {
  return blueprints.flatMap(({ name, field, entry_criteria: hasCriteria }) => {
    const what = `blueprint ${quoted([name ?? 'without a name'])}`;
    if (field === null) return advice(what, 'does not say which field it governs', 'the portal cannot set that field');
    const governed = written.find((each) => each.name === field);
    if (!governed) return [];
    return hasCriteria
      ? advice(what, `governs ${field} of some records`, 'crm:check -- --write tells whether of those of the portal')
      : fault(what, `governs ${field}`, `the portal cannot set it: ${governed.without}`);
  });
}

/** Locks that keep the token's user from changing records. Pure. */
export function checkLocking(
  written: readonly NeededField[],
  configurations: readonly Locking[],
  profileId: string | null,
): Finding[] {
  return configurations.flatMap((lock) => {
    const { lock_type, locked_for, restricted_actions, excluded_fields, lock_excluded_profiles, locking_rules } = lock;
    const isExempt =
      locked_for === 'all_profiles_except_excluded_profiles' &&
      profileId !== null &&
      lock_excluded_profiles?.includes(profileId);
    const isLocked = written.some(({ name }) => !excluded_fields?.includes(name));
    if (isExempt || !restricted_actions?.includes('update') || !isLocked) return [];
    return lock_type === 'manual'
      ? advice('locks', 'by hand', 'a record that a colleague locks takes no answer')
      : fault('locks', `by rules: ${quoted(locking_rules ?? [])}`, 'a locked record takes no answer and no signature');
  });
}

/**
 * Calls that only `crm:check` and `crm:setup` make, for things that can be done by hand: the portal works without them.
 */
const ADVISORY = [
  'settings.createField',
  'settings.addOptions',
  'settings.setStages',
  'settings.senders',
  'settings.layouts',
  'settings.modules',
  'settings.blueprints',
  'settings.locking',
  'products.createMany',
  'testRecords.create',
  'testRecords.remove',
];

/** Compares the token's scopes with the needs of each client call. Pure. */
export function checkScopes(granted: readonly string[]): Finding[] {
  return NEEDED_SCOPES.flatMap(([scope, without, needing]) => {
    if (granted.some((each) => allows(each, scope))) return [];
    const calls = needing.split(' ');
    const finding = calls.every((call) => ADVISORY.includes(call)) ? advice : fault;
    return finding(scope, `is not among the scopes of the token: ${calls.join(', ')} refused`, without);
  });
}

type Right = Exclude<keyof ModuleRights, 'api_name'>;

/** The rights that the profile of the token's user needs in each module, and the consequence if they are missing. */
const NEEDED_RIGHTS: readonly (readonly [module: string, rights: readonly Right[], without: string])[] = [
  ['Contacts', ['viewable', 'editable'], 'no link opens, or no answer of a contact is saved'],
  ['Deals', ['viewable', 'editable'], 'no deal is shown, or no answer is saved and nobody can sign'],
  ['Products', ['viewable'], 'no quote can be calculated'],
  ['Calls', ['viewable', 'creatable', 'editable', 'deletable'], 'outcomes of calls are not recorded, moved or found'],
  ['Tasks', ['viewable', 'creatable', 'deletable'], 'colleagues get no tasks from the portal, or get them twice'],
  ['Notes', ['viewable', 'creatable', 'deletable'], 'signatures leave no note, staff see none'],
  ['Attachments', ['viewable', 'creatable', 'deletable'], 'photos and signed orders are not stored or not seen'],
];

/** Compares the profile's rights with what the portal does. Pure. Unknown rights are no finding. */
export function checkRights(modules: readonly ModuleRights[]): Finding[] {
  return NEEDED_RIGHTS.flatMap(([name, rights, without]) => {
    const told = modules.find(({ api_name }) => api_name === name);
    const refused = rights.filter((right) => told?.[right] === false);
    return refused.length === 0 ? [] : fault(name, `not ${refused.join(', not ')} for the user of this token`, without);
  });
}

/** The fields that the contract may write, per module; all others are only read. */
const WRITTEN: Record<SchemaModule, readonly string[]> = {
  Contacts: Object.keys(contactPatch.shape),
  Deals: Object.keys(dealPatch.shape),
  Products: [],
  Calls: Object.keys(callPatch.shape),
  Tasks: Object.keys(newTask.shape),
};

/** The given fields that the portal writes. */
export function writtenOf(module: SchemaModule, needed: readonly NeededField[]): NeededField[] {
  return needed.filter(({ name }) => WRITTEN[module].includes(name));
}

/** Compares the fields that the portal needs in a module with the existing ones. Pure. */
export function checkFields(
  module: SchemaModule,
  needed: readonly NeededField[],
  there: readonly FieldMeta[],
  profileId: string | null = null,
): Finding[] {
  const byName = new Map(there.map((field) => [field.api_name, field]));
  return needed.flatMap((field) => {
    const found = byName.get(field.name);
    if (!found) return fault(field.name, 'is missing', field.without);
    const type = typeOf(found);
    if (!field.types.some((serves) => serves === type)) {
      return fault(field.name, `is a field of type ${type}, not ${field.types.join(' or ')}`, field.without);
    }
    return [...checkLimits(field, found), ...checkWritable(module, field, found, profileId)];
  });
}

/** A rich text area would change its content. */
function typeOf({ data_type, textarea }: FieldMeta): string {
  return textarea === 'rich_text' ? 'rich text' : (data_type ?? 'unknown');
}

function checkLimits(needed: NeededField, found: FieldMeta): Finding[] {
  const findings: Finding[] = [];
  const { name, length = 0, without } = needed;
  if (found.data_type !== 'picklist' && found.length !== null && found.length < length) {
    findings.push(fault(name, `takes ${found.length} characters, ${length} are needed`, `longer: ${without}`));
  }
  if (needed.unique && !found.unique) {
    findings.push(fault(name, 'is not unique', 'two contacts could share a link'));
  }
  const lacking = lackingOptions(needed, found);
  if (lacking.length > 0) findings.push(fault(name, `does not offer ${quoted(lacking)}`, `with these: ${without}`));
  return findings;
}

/** The CRM drops the value of a read-only field, and the write succeeds without it. */
function checkWritable(
  module: SchemaModule,
  { name, without }: NeededField,
  found: FieldMeta,
  profileId: string | null,
): Finding[] {
  if (!WRITTEN[module].includes(name)) return [];
  const { api_create, api_update } = found.operation_type ?? {};
  // The portal creates tasks but never changes one.
  const byApi = module === 'Tasks' ? api_create : api_update;
  const permission = found.profiles?.find(({ id }) => id !== null && id === profileId)?.permission ?? 'read_write';
  if (found.read_only === true || found.field_read_only === true || permission !== 'read_write') {
    return [fault(name, 'may only be read by the user of this token', without)];
  }
  return byApi === false ? [fault(name, 'is not written by the API (operation_type)', without)] : [];
}

export function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ');
}

/**
 * The limit of custom fields per module in Zoho's Standard edition; the API does not reveal an organisation's edition.
 */
const STANDARD_TAKES = 10;

/** Whether the fields still to be created fit every edition. Pure. */
export function checkEdition(needed: readonly NeededField[], there: readonly FieldMeta[]): Finding[] {
  const names = new Set(there.map(({ api_name }) => api_name));
  const missing = needed.filter(({ custom, name }) => custom && !names.has(name)).length;
  const made = there.filter(({ custom_field }) => custom_field).length;
  if (missing === 0 || made + missing <= STANDARD_TAKES) return [];
  const is = `${made} are there and ${missing} are to be made`;
  const means = `the Standard edition takes ${STANDARD_TAKES} in a module: this needs Professional or above`;
  return [advice('custom fields', is, means)];
}
