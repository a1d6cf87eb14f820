import { callPatch, newTask } from '../../crm-contract/shapes/activities.ts';
import { contactPatch } from '../../crm-contract/shapes/contact.ts';
import { dealPatch } from '../../crm-contract/shapes/deal.ts';
import type { FieldMeta } from '../../crm-contract/shapes/settings.ts';
import type { NeededField, SchemaModule } from '../crm/schema/schema.ts';
import { advice, type Finding, fault } from './finding.ts';

/** What the contract may write, module by module; everything else is only read. */
const WRITTEN: Record<SchemaModule, readonly string[]> = {
  Contacts: Object.keys(contactPatch.shape),
  Deals: Object.keys(dealPatch.shape),
  Products: [],
  Calls: Object.keys(callPatch.shape),
  Tasks: Object.keys(newTask.shape),
};

/** Those of the fields that the portal writes. */
export function writtenOf(module: SchemaModule, needed: readonly NeededField[]): NeededField[] {
  return needed.filter(({ name }) => WRITTEN[module].includes(name));
}

/** Compares the fields that the portal needs of a module with those that exist. Pure. */
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
  const { name, length = 0, values = [], without } = needed;
  if (found.data_type !== 'picklist' && found.length !== null && found.length < length) {
    findings.push(fault(name, `takes ${found.length} characters, ${length} are needed`, `longer: ${without}`));
  }
  if (needed.unique && !found.unique) {
    findings.push(fault(name, 'is not unique', 'two contacts could share a link'));
  }
  const offered = found.pick_list_values ?? [];
  const lacking = found.data_type === 'picklist' ? values.filter((value) => !offered.includes(value)) : [];
  if (lacking.length > 0) findings.push(fault(name, `does not offer ${quoted(lacking)}`, `with these: ${without}`));
  return findings;
}

/** What is sent for a field that may not be written is left out, and the write succeeds without it. */
function checkWritable(
  module: SchemaModule,
  { name, without }: NeededField,
  found: FieldMeta,
  profileId: string | null,
): Finding[] {
  if (!WRITTEN[module].includes(name)) return [];
  const { api_create, api_update } = found.operation_type ?? {};
  // The portal creates tasks, and changes none.
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

/** Custom fields of a module in Zoho's Standard edition; the API does not say which edition an organisation has. */
const STANDARD_TAKES = 10;

/** Whether the fields that are still to be made fit into every edition. Pure. */
export function checkEdition(needed: readonly NeededField[], there: readonly FieldMeta[]): Finding[] {
  const names = new Set(there.map(({ api_name }) => api_name));
  const missing = needed.filter(({ custom, name }) => custom && !names.has(name)).length;
  const made = there.filter(({ custom_field }) => custom_field).length;
  if (missing === 0 || made + missing <= STANDARD_TAKES) return [];
  const is = `${made} are there and ${missing} are to be made`;
  const means = `the Standard edition takes ${STANDARD_TAKES} in a module: this needs Professional or above`;
  return [advice('custom fields', is, means)];
}
