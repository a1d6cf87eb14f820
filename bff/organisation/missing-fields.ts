import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { NewField } from '../../crm-contract/shapes/settings.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { crmSchema, type NeededField, SCHEMA_MODULES, type SchemaModule } from '../crm/schema/schema.ts';
import type { PortalFile } from '../site/portal-file.ts';

/** A field of our own that the organisation lacks, and what to create. */
export interface MissingField {
  module: SchemaModule;
  name: string;
  field: NewField;
  /** A field that was made for it, and got another API name. */
  madeAs: string | null;
}

/** One of Zoho's descriptions allows labels of 25 characters, another shows longer ones. */
const SURE_LABEL = 25;

/** The label that gives a field this API name: the CRM puts an underscore where it has a space. */
const labelFor = (name: string) => name.replaceAll('_', ' ');
const shortLabelFor = (name: string) => labelFor(name).slice(0, SURE_LABEL).trim();

/** What `crm:setup` can create: the custom fields of the schema that do not exist under their names. */
export async function missingFields(crm: CrmClient, portal: PortalFile): Promise<MissingField[]> {
  const schema = crmSchema(portal);
  const missing: MissingField[] = [];
  for (const module of SCHEMA_MODULES) {
    const custom = schema[module].filter((field) => field.custom);
    if (custom.length === 0) continue;
    const there = await crm.settings.fields(module, crmOptionsFor('read'));
    const names = new Set(there.map(({ api_name }) => api_name));
    for (const needed of custom.filter(({ name }) => !names.has(name))) {
      const { name } = needed;
      const labels = [labelFor(name), shortLabelFor(name)];
      const made = there.find(({ field_label, custom_field }) => custom_field && labels.includes(field_label ?? ''));
      missing.push({ module, name, field: newField(needed), madeAs: made?.api_name ?? null });
    }
  }
  return missing;
}

/**
 * Creates a field. Its label makes its API name; where the CRM finds that label too long, a shorter one with the name in
 * the request.
 */
export async function makeField(crm: CrmClient, { module, name, field }: MissingField): Promise<string> {
  try {
    await crm.settings.createField(module, field, crmOptionsFor('save'));
  } catch (error) {
    const isTooLong = error instanceof CrmError && error.kind === 'invalid' && field.field_label.length > SURE_LABEL;
    if (!isTooLong) throw error;
    const shorter = { ...field, field_label: shortLabelFor(name), api_name: name };
    await crm.settings.createField(module, shorter, crmOptionsFor('save'));
  }
  return 'made';
}

/** The widest type that is accepted. */
function newField({ name, types: [type], unique }: NeededField): NewField {
  const field = { field_label: labelFor(name) };
  switch (type) {
    case 'text':
      return { ...field, data_type: type, length: 255, ...(unique && { unique: { case_sensitive: false } }) };
    case 'textarea':
      return { ...field, data_type: type, length: 32_000, textarea: { type: 'large' } };
    // A currency field is not made without an object of rounding rules; a decimal number serves as well.
    case 'currency':
      return { ...field, data_type: 'double' };
    case 'boolean':
    case 'double':
    case 'integer':
    case 'datetime':
      return { ...field, data_type: type };
    default:
      throw new TypeError(`${name}: no field of type ${type} is made`);
  }
}

/** A field in words: `text of 255 characters, unique`. */
export function described({ data_type, length, unique }: NewField): string {
  return `${data_type}${length ? ` of ${length} characters` : ''}${unique ? ', unique' : ''}`;
}
