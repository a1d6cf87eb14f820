import { z } from 'zod';
import { count, flag, reading, text } from './read-record.ts';

type Named = Record<string, unknown>;

/** What `read` finds in each object of a list; other entries are ignored. */
const listOf = <T>(read: (each: Named) => readonly T[]) =>
  reading((raw): readonly T[] =>
    Array.isArray(raw)
      ? raw.flatMap((each: unknown) => (typeof each === 'object' && each ? read(each as Named) : []))
      : [],
  );
/** The texts under `key` in a list of objects. */
const listed = (key: string) => listOf(({ [key]: value }) => (typeof value === 'string' ? [value] : []));

/** A field of a module as the CRM describes it (crm-api §2.7). */
export const fieldShape = z.object({
  id: text,
  api_name: text,
  field_label: text,
  data_type: text,
  length: count,
  /** One of these is true if the token's user, or every user, may only read the field. */
  read_only: flag,
  field_read_only: flag,
  custom_field: flag,
  /** Whether the API may write it, for any user. */
  operation_type: reading((raw) => {
    const { api_create, api_update } = (raw ?? {}) as Named;
    return { api_create: flag.parse(api_create), api_update: flag.parse(api_update) };
  }),
  /** The permission of each profile: `read_write`, `read_only` or `hidden`. */
  profiles: listOf(({ id, permission_type }) => [{ id: text.parse(id), permission: text.parse(permission_type) }]),
  /** Whether values must be unique. If not, the CRM sends an empty object or no key. */
  unique: reading((raw) => typeof raw === 'object' && raw !== null && Object.keys(raw).length > 0),
  /** The kind of a text area: small, large or rich_text. */
  textarea: reading((raw) => (typeof raw === 'object' && raw !== null ? text.parse((raw as Named).type) : null)),
  /** The options of a picklist, as stored in records. */
  pick_list_values: listed('actual_value'),
});
export type FieldMeta = z.output<typeof fieldShape>;

/** A field to create. The CRM derives its API name from the label if it ignores the requested one. */
export const newField = z.strictObject({
  field_label: z.string().regex(/^[A-Za-z][\w ]{0,49}$/),
  api_name: z
    .string()
    .regex(/^[A-Za-z]\w{0,49}$/)
    .optional(),
  data_type: z.enum(['text', 'textarea', 'boolean', 'currency', 'double', 'integer', 'datetime']),
  length: z.int().positive().optional(),
  textarea: z.strictObject({ type: z.enum(['small', 'large']) }).optional(),
  unique: z.strictObject({ case_sensitive: z.boolean() }).optional(),
});
export type NewField = z.input<typeof newField>;

const fieldsOfSection = listOf(({ api_name: name, required, system_mandatory }) =>
  typeof name === 'string' ? [{ name, isRequired: required === true || system_mandatory === true }] : [],
);

export const layoutShape = z.object({
  id: z.string(),
  name: text,
  /** The fields of all its sections. */
  sections: listOf(({ fields }) => fieldsOfSection.parse(fields) ?? []),
});

/** The rights of the token's user on the records of a module. */
export const moduleShape = z.object({
  api_name: text,
  viewable: flag,
  creatable: flag,
  editable: flag,
  deletable: flag,
});
export type ModuleRights = z.output<typeof moduleShape>;

export const relatedListShape = z.object({ api_name: text });

/** A layout of a module, with the fields and related lists it shows. */
export interface Layout {
  id: string;
  name: string;
  fields: readonly string[];
  /** The required fields of this layout. */
  required: readonly string[];
  lists: readonly string[];
}

/**
 * A pipeline of deals with its stages, as stored in records. `forecast_type` says whether a stage is open, won or lost:
 * "Open", "Closed Won" or "Closed Lost" (crm-api §4.7).
 */
export const pipelineShape = z.object({
  id: text,
  display_value: text,
  maps: listOf(({ actual_value: stage, forecast_type: type }) =>
    typeof stage === 'string' ? [{ stage, type: text.parse(type) }] : [],
  ),
});

export interface Pipeline {
  display_value: string | null;
  maps: readonly string[];
  forecasts: readonly { stage: string; type: string }[];
}
/** A pipeline with the ids needed to change it. */
export interface PipelineOfLayout extends Pipeline {
  id: string | null;
  layoutId: string;
}

/** A picklist with its options, by the ids that pipelines use for stages. */
export const picklistShape = z.object({
  api_name: text,
  pick_list_values: listOf(({ id, display_value, actual_value }) =>
    typeof id === 'string' && typeof actual_value === 'string'
      ? [{ id, display_value: text.parse(display_value) ?? actual_value, actual_value }]
      : [],
  ),
});

/** A blueprint of a module: the field whose values it controls, and whether it applies only to some records. */
export const blueprintShape = z.object({
  id: text,
  name: text,
  field: reading((raw) => text.parse((raw as Named | null)?.api_name)),
  entry_criteria: reading((raw) => typeof raw === 'object' && raw !== null),
});
export type Blueprint = z.output<typeof blueprintShape>;

/** The locking rules of a module, and the excluded fields and profiles. */
export const lockingShape = z.object({
  /** `automatic` by rules, `manual` by colleagues, or `both`. */
  lock_type: text,
  /** `all_profiles`, or `all_profiles_except_excluded_profiles`. */
  locked_for: text,
  restricted_actions: reading((raw): readonly string[] =>
    Array.isArray(raw) ? raw.filter((each) => typeof each === 'string') : [],
  ),
  excluded_fields: listed('api_name'),
  lock_excluded_profiles: listed('id'),
  locking_rules: listed('name'),
});
export type Locking = z.output<typeof lockingShape>;

/** An address that the CRM may send mail from. */
export const senderShape = z.object({ email: text });

export const tagShape = z.object({ name: text });
