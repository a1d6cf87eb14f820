import { z } from 'zod';
import { attachmentShape, noteShape } from '../../crm-contract/endpoints/notes-and-files.ts';
import { ownUserShape, userShape } from '../../crm-contract/endpoints/settings.ts';
import { callShape, taskShape } from '../../crm-contract/shapes/activities.ts';
import { CONTACT_FIELDS, contactShape } from '../../crm-contract/shapes/contact.ts';
import { DEAL_FIELDS, dealShape, largeTextsShape } from '../../crm-contract/shapes/deal.ts';
import type { Field, Fields as Table } from '../../crm-contract/shapes/fields.ts';
import { PRODUCT_FIELDS, productShape } from '../../crm-contract/shapes/product.ts';
import {
  blueprintShape,
  fieldShape,
  layoutShape,
  lockingShape,
  moduleShape,
  picklistShape,
  pipelineShape,
  relatedListShape,
  senderShape,
  tagShape,
} from '../../crm-contract/shapes/settings.ts';

// How a CRM writes each field that our client reads (crm-api §2.7, §4); stricter than the client.

export const recordId = z.string().regex(/^\d{15,19}$/);
/** Whole seconds with the offset of the organisation or the user; never milliseconds, never `Z`. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
export const reference = z.object({ id: recordId, name: z.string() });
/** A text that the CRM requires. */
const filled = z.string().min(1);
/** An empty text is null, never "". */
const text = filled.nullable();
const flag = z.boolean().nullable();
const number = z.number().nullable();
const whole = z.int().nullable();
const day = z.iso.date().nullable();
const owner = reference.extend({ email: z.email() });
const lookup = reference.nullable();
/** A lookup into more than one module names the module. */
const related = reference.extend({ module: z.object({ api_name: z.string(), id: recordId }) }).nullable();
const tags = z.array(z.object({ id: recordId, name: z.string(), color_code: z.string().nullable() }));

const user = {
  id: recordId,
  full_name: filled,
  first_name: text,
  last_name: text,
  email: z.email(),
  status: z.enum(['active', 'disabled', 'deleted', 'closed']),
};

type Fields<Shape extends z.ZodObject> = Record<keyof Shape['shape'], z.ZodType>;

function documented<Shape extends z.ZodObject>(shape: Shape, fields: Fields<Shape>) {
  return { shape, fields: z.object(fields as Record<string, z.ZodType>) };
}

const BY_KIND: Record<Field['kind'], z.ZodType> = {
  text,
  choice: text,
  picklist: text,
  phone: text,
  email: text,
  website: text,
  street: text,
  largeText: text,
  largeJson: text,
  flag,
  money: number,
  number,
  count: whole,
  date: day,
  instant: instant.nullable(),
  lookup,
  owner,
  tags,
};

/** The fields of a table of the client: their form follows from their kind, unless the CRM always fills them in. */
function ofTable<T extends Table>(table: T, filledIn: { [Name in keyof T]?: z.ZodType }) {
  const forms = Object.entries<Field>(table).map(([name, { kind }]) => [name, filledIn[name] ?? BY_KIND[kind]]);
  return { id: recordId, ...Object.fromEntries(forms) } as Record<'id' | keyof T, z.ZodType>;
}

/**
 * The fields that our client reads of each object, with the documented form. A field without a row does not compile.
 */
export const DOCUMENTED = {
  Contacts: documented(
    contactShape,
    ofTable(CONTACT_FIELDS, { Last_Name: filled, Created_Time: instant, Modified_Time: instant }),
  ),
  Deals: documented(
    dealShape,
    ofTable(DEAL_FIELDS, { Deal_Name: filled, Stage: filled, Created_Time: instant, Modified_Time: instant }),
  ),
  /** The long texts of a deal, which are read one by one if a query does not return them. */
  'large texts': documented(largeTextsShape, {
    id: recordId,
    survey1_calc: text,
    survey1_signature: text,
    portal_signature_evidence: text,
  }),
  Products: documented(productShape, ofTable(PRODUCT_FIELDS, { Product_Name: filled })),
  Tasks: documented(taskShape, {
    id: recordId,
    Subject: filled,
    Status: text,
    Priority: text,
    Due_Date: day,
    Description: text,
    Owner: owner,
    Who_Id: lookup,
    What_Id: related,
    Created_Time: instant,
  }),
  Calls: documented(callShape, {
    id: recordId,
    Subject: text,
    Call_Type: z.enum(['Outbound', 'Inbound', 'Missed']),
    Outbound_Call_Status: text,
    Call_Start_Time: instant,
    Call_Duration: text,
    Call_Result: text,
    Description: text,
    Owner: owner,
    Who_Id: lookup,
    What_Id: related,
    Created_Time: instant,
    Modified_Time: instant,
  }),
  Notes: documented(noteShape, {
    id: recordId,
    Note_Title: text,
    Note_Content: text,
    Owner: owner,
    Created_By: reference,
    Created_Time: instant,
    Modified_Time: instant,
  }),
  Attachments: documented(attachmentShape, {
    id: recordId,
    File_Name: filled,
    /** In bytes, and as text. */
    Size: z.string().regex(/^\d+$/),
    Created_By: reference,
    Created_Time: instant,
    Modified_Time: instant,
  }),
  users: documented(userShape, user),
  ownUser: documented(ownUserShape, { ...user, profile: z.object({ id: recordId, name: z.string() }) }),
  modules: documented(moduleShape, {
    api_name: filled,
    viewable: z.boolean(),
    creatable: z.boolean(),
    editable: z.boolean(),
    deletable: z.boolean(),
  }),
  fields: documented(fieldShape, {
    id: recordId,
    api_name: filled,
    field_label: filled,
    data_type: filled,
    length: whole,
    read_only: z.boolean(),
    field_read_only: z.boolean(),
    custom_field: z.boolean(),
    operation_type: z.object({ api_create: z.boolean(), api_update: z.boolean() }),
    profiles: z.array(z.object({ id: recordId, permission_type: z.enum(['read_write', 'read_only', 'hidden']) })),
    unique: z.object({}),
    textarea: z
      .object({ type: z.enum(['small', 'large', 'rich_text']) })
      .nullable()
      .optional(),
    pick_list_values: z.array(z.object({ actual_value: z.string(), display_value: z.string() })),
  }),
  layouts: documented(layoutShape, {
    id: recordId,
    name: filled,
    sections: z.array(z.object({ fields: z.array(z.object({ api_name: z.string(), required: z.boolean() })) })),
  }),
  related_lists: documented(relatedListShape, { api_name: z.string().min(1) }),
  picklists: documented(picklistShape, {
    api_name: filled,
    pick_list_values: z.array(z.object({ id: recordId, actual_value: z.string() })),
  }),
  pipeline: documented(pipelineShape, {
    id: recordId,
    display_value: filled,
    maps: z.array(
      z.object({
        actual_value: z.string(),
        display_value: z.string(),
        sequence_number: z.int(),
        forecast_type: z.enum(['Open', 'Closed Won', 'Closed Lost']),
      }),
    ),
  }),
  blueprints: documented(blueprintShape, {
    id: recordId,
    name: filled,
    field: z.object({ api_name: z.string() }),
    entry_criteria: z.object({}).nullable().optional(),
  }),
  locks: documented(lockingShape, {
    lock_type: z.enum(['automatic', 'manual', 'both']),
    locked_for: z.enum(['all_profiles', 'all_profiles_except_excluded_profiles']),
    restricted_actions: z.array(z.enum(['change_owner', 'update', 'delete', 'tags', 'convert'])),
    excluded_fields: z.array(z.object({ api_name: z.string() })),
    lock_excluded_profiles: z.array(z.object({ id: z.string() })),
    locking_rules: z.array(z.object({ name: z.string() })),
  }),
  senders: documented(senderShape, { email: z.email() }),
  tags: documented(tagShape, { name: z.string().min(1) }),
} as const;

export type Documented = keyof typeof DOCUMENTED;

/** The columns of a query, as the client sends them. */
export const columnsOf = (object: Documented) => Object.keys(DOCUMENTED[object].shape.shape).join(',');

/** Deviations in a row of an answer, as `field: problem`; empty if there are none. */
export function faultsIn(object: Documented, row: unknown): string[] {
  const { error } = DOCUMENTED[object].fields.safeParse(row);
  return (error?.issues ?? []).map(({ path, message }) => `${object}.${path.join('.')}: ${message}`);
}
