import { z } from 'zod';
import { flagValue, instantValue, lookupValue, smallTextArea, textValue } from './strict.ts';
import { flag, instant, lookup, recordId, tagNames, text } from './tolerant.ts';

/** A customer: the standard fields we use and the survey fields that our account adds. */
export const contactShape = z.object({
  id: recordId,
  Owner: lookup,
  Full_Name: text,
  First_Name: text,
  Last_Name: text,
  Phone: text,
  Email: text,
  Mailing_Street: text,
  Mailing_Zip: text,
  Mailing_City: text,
  Mailing_Country: text,
  Mailing_State: text,
  Lead_Owner_Flow: text,
  survey1_hash: text,
  survey1_url: text,
  survey_1_has_solar_panels: flag,
  survey1_number_of_panels: text,
  survey1_panels_age: text,
  survey1_preferred_battery_size: text,
  survey1_battery_box_distance_m: text,
  /** When the customer said that we may call. */
  portal_call_permission_at: instant,
  Tag: tagNames,
  Created_Time: instant,
  Modified_Time: instant,
});
export type Contact = z.output<typeof contactShape>;

/** What may be written to a contact. */
export const contactPatch = z
  .strictObject({
    Owner: lookupValue,
    First_Name: textValue,
    Last_Name: textValue,
    Phone: textValue,
    Email: textValue,
    Mailing_Street: smallTextArea,
    Mailing_Zip: textValue,
    Mailing_City: textValue,
    Mailing_Country: textValue,
    Mailing_State: textValue,
    Lead_Owner_Flow: textValue,
    survey1_hash: textValue,
    survey1_url: textValue,
    survey_1_has_solar_panels: flagValue,
    survey1_number_of_panels: textValue,
    survey1_panels_age: textValue,
    survey1_preferred_battery_size: textValue,
    survey1_battery_box_distance_m: textValue,
    portal_call_permission_at: instantValue.nullable(),
  })
  .partial();
export type ContactPatch = z.input<typeof contactPatch>;

/** The same check for an organisation with further text fields on contacts. */
export function contactPatchWith(extraFields: readonly string[]): z.ZodType<ContactPatch, ContactPatch> {
  return contactPatch.extend(Object.fromEntries(extraFields.map((field) => [field, textValue.optional()])));
}
