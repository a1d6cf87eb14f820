import { callPatch } from '../../crm-contract/shapes/call.ts';
import { contactPatch } from '../../crm-contract/shapes/contact.ts';
import { dealPatch } from '../../crm-contract/shapes/deal.ts';
import type { FieldMeta } from '../../crm-contract/shapes/settings.ts';
import { newTask } from '../../crm-contract/shapes/task.ts';
import type { NeededField, SchemaModule } from '../crm/schema/schema.ts';
import { type Finding, fault } from './finding.ts';

/** What the contract may write, module by module; everything else is only read. */
const WRITTEN: Record<SchemaModule, readonly string[]> = {
  Contacts: Object.keys(contactPatch.shape),
  Deals: Object.keys(dealPatch.shape),
  Products: [],
  Calls: Object.keys(callPatch.shape),
  Tasks: Object.keys(newTask.shape),
};

/** Compares the fields that the portal needs of a module with those that exist. Pure. */
export function checkFields(
  module: SchemaModule,
  needed: readonly NeededField[],
  there: readonly FieldMeta[],
): Finding[] {
  const byName = new Map(there.map((field) => [field.api_name, field]));
  return needed.flatMap((field) => {
    const found = byName.get(field.name);
    if (!found) return fault(field.name, 'is missing', field.without);
    const type = typeOf(found);
    if (!field.types.some((serves) => serves === type)) {
      return fault(field.name, `is a field of type ${type}, not ${field.types.join(' or ')}`, field.without);
    }
    return checkLimits(module, field, found);
  });
}

/** A rich text area would change its content. */
function typeOf({ data_type, textarea }: FieldMeta): string {
  return textarea === 'rich_text' ? 'rich text' : (data_type ?? 'unknown');
}

function checkLimits(module: SchemaModule, needed: NeededField, found: FieldMeta): Finding[] {
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
  const isLocked = found.read_only === true || found.field_read_only === true;
  if (isLocked && WRITTEN[module].includes(name)) {
    findings.push(fault(name, 'may only be read by the user of this token', without));
  }
  return findings;
}

export function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ');
}
