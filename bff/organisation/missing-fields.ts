import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import type { FieldMeta, NewField, Pipeline, PipelineOfLayout } from '../../crm-contract/shapes/settings.ts';
import { type crmSchema, type NeededField, SCHEMA_MODULES, type SchemaModule } from '../crm/schema/schema.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';

/** A custom field that the organisation lacks, and the field to create. */
export interface MissingField {
  module: SchemaModule;
  name: string;
  field: NewField;
  /** The API name of an existing field that was created for this one, if the CRM gave it another name. */
  madeAs: string | null;
}

/** One Zoho document limits labels to 25 characters, another shows longer ones. */
const SURE_LABEL = 25;

/** The label that leads to this API name: the CRM replaces spaces by underscores. */
const labelFor = (name: string) => name.replaceAll('_', ' ');
const shortLabelFor = (name: string) => labelFor(name).slice(0, SURE_LABEL).trim();

type Schema = ReturnType<typeof crmSchema>;
type FieldsThere = Record<SchemaModule, readonly FieldMeta[]>;

export async function readFields(crm: CrmClient): Promise<FieldsThere> {
  const there: Partial<FieldsThere> = {};
  // One after another: a running portal needs the other slots.
  for (const module of SCHEMA_MODULES) there[module] = await crm.settings.fields(module, crmOptionsFor('read'));
  return there as FieldsThere;
}

/** The custom fields that `crm:setup` can create: those of the schema whose names do not exist. Pure. */
export function missingFields(schema: Schema, there: FieldsThere): MissingField[] {
  return SCHEMA_MODULES.flatMap((module) => {
    const missing = schema[module].filter(
      ({ custom, name }) => custom && !there[module].some(({ api_name }) => api_name === name),
    );
    return missing.map((needed) => {
      const { name } = needed;
      const labels = [labelFor(name), shortLabelFor(name)];
      const made = there[module].find((field) => field.custom_field && labels.includes(field.field_label ?? ''));
      return { module, name, field: newField(needed), madeAs: made?.api_name ?? null };
    });
  });
}

/**
 * Creates a field. The CRM makes the API name from the label; if it refuses the label as too long, a shorter label is
 * sent, with the API name.
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

/** The first accepted type, with its maximum length. */
function newField({ name, types: [type], unique }: NeededField): NewField {
  const field = { field_label: labelFor(name) };
  switch (type) {
    case 'text':
      return { ...field, data_type: type, length: 255, ...(unique && { unique: { case_sensitive: false } }) };
    case 'textarea':
      return { ...field, data_type: type, length: 32_000, textarea: { type: 'large' } };
    // A currency field requires an object of rounding rules; a decimal number works as well.
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

/** A picklist that lacks options the portal writes or searches for. */
export interface MissingOptions {
  module: SchemaModule;
  field: FieldMeta;
  options: readonly string[];
}

/** Stages that deals cannot reach: missing among the options of `Stage`, or in the pipeline. */
export interface MissingStages {
  /** The field `Stage`, and its missing options. */
  field: FieldMeta;
  options: readonly string[];
  /** The pipeline to change; null if there is none, if it cannot be read, or if several are possible. */
  pipeline: PipelineOfLayout | null;
  /** The stages missing in that pipeline, or in each of several. */
  stages: readonly string[];
}

/** Missing options of picklists; those of `Stage` are checked with its pipeline. Pure. */
export function missingOptions(schema: Schema, there: FieldsThere): MissingOptions[] {
  return SCHEMA_MODULES.flatMap((module) =>
    schema[module].flatMap((needed) => {
      const field = there[module].find(({ api_name }) => api_name === needed.name);
      const options = field ? lackingOptions(needed, field) : [];
      return field && options.length > 0 && needed.name !== 'Stage' ? { module, field, options } : [];
    }),
  );
}

/** The options that the portal writes or searches for, and that a picklist does not offer. */
export function lackingOptions({ values = [] }: NeededField, { data_type, pick_list_values }: FieldMeta): string[] {
  return data_type === 'picklist' ? values.filter((value) => !pick_list_values?.includes(value)) : [];
}

export function lackingStages(needed: readonly string[], { maps }: Pick<Pipeline, 'maps'>): string[] {
  return needed.filter((stage) => !maps.includes(stage));
}

/**
 * What keeps deals from reaching the portal's stages; null if nothing does. One pipeline with all of them is enough.
 */
export async function missingStages(crm: CrmClient, schema: Schema, there: FieldsThere): Promise<MissingStages | null> {
  const needed = schema.Deals.find(({ name }) => name === 'Stage');
  const field = there.Deals.find(({ api_name }) => api_name === 'Stage');
  if (!needed?.values || !field) return null;
  const options = lackingOptions(needed, field);
  const stagesOutside = (pipeline: PipelineOfLayout) => lackingStages(needed.values ?? [], pipeline);
  const read = await orCrmError(crm.settings.pipelines(crmOptionsFor('read')));
  const pipelines = read instanceof CrmError ? [] : read;
  const least = Math.min(...pipelines.map((each) => stagesOutside(each).length));
  const [fullest = null, ...others] = pipelines.filter((each) => stagesOutside(each).length === least);
  const stages = fullest ? stagesOutside(fullest) : [];
  const pipeline = others.length === 0 ? fullest : null;
  return options.length + stages.length === 0 ? null : { field, options, pipeline, stages };
}

/** Adds the missing stages to the field. Then adds them to the pipeline, before the stages that close a deal. */
export async function makeStages(crm: CrmClient, { field, options, pipeline, stages }: MissingStages): Promise<string> {
  if (options.length > 0) await crm.settings.addOptions('Deals', field.id ?? '', options, crmOptionsFor('save'));
  if (!pipeline || stages.length === 0) return 'made';
  const { maps } = pipeline;
  const ends = pipeline.forecasts.flatMap(({ stage, type }) => (type === 'Open' ? [] : stage));
  const firstEnd = maps.findIndex((stage) => ends.includes(stage));
  const at = firstEnd < 0 ? maps.length : firstEnd;
  await crm.settings.setStages(pipeline, [...maps.slice(0, at), ...stages, ...maps.slice(at)], crmOptionsFor('save'));
  return 'made';
}
