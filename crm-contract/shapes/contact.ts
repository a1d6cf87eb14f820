import type { z } from 'zod';
import { NO_CHECK, NOT_SAVED, ours, patchOf, shapeOf, textValue, theirs } from './fields.ts';

const NO_NAME = 'names cannot be read or saved';
const NO_ADDRESS = 'addresses cannot be read or saved';

/** The fields of a contact that the portal uses: standard CRM fields and those of the survey. */
export const CONTACT_FIELDS = {
  Owner: theirs('owner', 'staff', 'nobody can be given a lead'),
  Full_Name: theirs('text', 'others', 'lists and quotes show no name'),
  First_Name: theirs('text', 'customer', NO_NAME, { length: 40 }),
  Last_Name: theirs('text', 'customer', NO_NAME, { length: 80 }),
  Phone: theirs('phone', 'customer', 'nobody can be called', { length: 30 }),
  Email: theirs('email', 'staff', 'nobody can be mailed a link'),
  Mailing_Street: theirs('street', 'customer', NO_ADDRESS, { length: 250 }),
  Mailing_Zip: theirs('text', 'customer', NO_ADDRESS, { length: 30 }),
  Mailing_City: theirs('text', 'customer', NO_ADDRESS, { length: 100 }),
  Mailing_Country: theirs('choice', 'customer', NO_ADDRESS, { length: 100 }),
  Mailing_State: theirs('choice', 'customer', NO_ADDRESS, { length: 100 }),
  Lead_Owner_Flow: ours('choice', 'others', 'the list of leads does not show where they come from'),
  survey1_hash: ours('text', 'portal', 'no personal link opens'),
  survey1_url: ours('website', 'portal', 'staff have no "Live offerte"', { length: 100 }),
  survey_1_has_solar_panels: ours('flag', 'customer', NOT_SAVED),
  survey1_number_of_panels: ours('text', 'customer', NOT_SAVED, { length: 4 }),
  survey1_panels_age: ours('choice', 'customer', NOT_SAVED, { length: 3 }),
  survey1_preferred_battery_size: ours('choice', 'customer', NOT_SAVED, { length: 8 }),
  survey1_battery_box_distance_m: ours('text', 'customer', NOT_SAVED, { length: 3 }),
  /** When the customer gave permission to be called. */
  portal_call_permission_at: ours('instant', 'portal', 'permission to call cannot be kept'),
  Tag: theirs('tags', 'others', null),
  Created_Time: theirs('instant', 'others', 'the stats count nobody'),
  Modified_Time: theirs('instant', 'others', NO_CHECK),
} as const;

export const contactShape = shapeOf(CONTACT_FIELDS);
export type Contact = z.output<typeof contactShape>;

/** The writable fields of a contact. */
export const contactPatch = patchOf(CONTACT_FIELDS);
export type ContactPatch = z.input<typeof contactPatch>;

/** The same check for an organisation with additional text fields on contacts. */
export function contactPatchWith(extraFields: readonly string[]): z.ZodType<ContactPatch, ContactPatch> {
  return contactPatch.extend(Object.fromEntries(extraFields.map((field) => [field, textValue.optional()])));
}
