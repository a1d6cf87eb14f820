import type { CrmClient } from '../../crm-contract/client.ts';
import type { NewField } from '../../crm-contract/shapes/settings.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { crmSchema, type NeededField, SCHEMA_MODULES, type SchemaModule } from '../crm/schema/schema.ts';
import type { PortalFile } from '../site/portal-file.ts';

/** A field of our own that the organisation lacks, and what to create. */
interface MissingField {
  module: SchemaModule;
  name: string;
  field: NewField;
}

/** What `crm:setup` can create: the custom fields of the schema that do not exist under their names. */
export async function missingFields(crm: CrmClient, portal: PortalFile): Promise<MissingField[]> {
  const schema = crmSchema(portal);
  const missing: MissingField[] = [];
  for (const module of SCHEMA_MODULES) {
    const custom = schema[module].filter((field) => field.custom);
    if (custom.length === 0) continue;
    const there = new Set((await crm.settings.fields(module, crmOptionsFor('read'))).map(({ api_name }) => api_name));
    for (const needed of custom) {
      if (!there.has(needed.name)) missing.push({ module, name: needed.name, field: newField(needed) });
    }
  }
  return missing;
}

/** The widest type that is accepted. Its label is its name, because the CRM derives the API name from the label. */
function newField({ name, types: [type], unique }: NeededField): NewField {
  const field = { field_label: name };
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
