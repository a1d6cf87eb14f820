import { z } from 'zod';
import { fieldsOf } from './read-record.ts';
import { amountValue, dateValue, flagValue, instantValue, largeText, lookupValue, textValue } from './strict.ts';
import { amount, calendarDate, flag, instant, jsonText, lookup, recordId, text } from './tolerant.ts';

/** A deal with the inputs and the result of its quote. */
export const dealShape = z.object({
  id: recordId,
  Deal_Name: text,
  Stage: text,
  Amount: amount,
  Contact_Name: lookup,
  Owner: lookup,
  Closing_Date: calendarDate,
  Created_Time: instant,
  Modified_Time: instant,
  gaikan_offer_product_type: text,
  /** Missing = the older format; "2" = built from modules. Read as text, because an organisation may hold a number. */
  gaikan_deal_version: text,
  survey_1_has_solar_panels: flag,
  survey1_number_of_panels: text,
  survey1_panels_age: text,
  gaikan_saltion_battery_modules: text,
  gaikan_saltion_fixed_inverter_kw: text,
  gaikan_self_installation: text,
  survey1_preferred_battery_size: text,
  survey1_battery_box_distance_m: text,
  survey1_calc_complete: flag,
  /** JSON as text; the quote's reader parses it. */
  survey1_calc: jsonText,
  survey1_no_calc: flag,
  gaikan_discount: amount,
  gaikan_discount_reason: text,
  survey1_pending_subsidy: flag,
  survey1_client_visible: flag,
  survey1_approve_clicked: flag,
  survey1_signature: text,
  gaikan_signature_plain: text,
  /** The facts of the signature as JSON, written with it; `bff` parses it. */
  portal_signature_evidence: jsonText,
  portal_withdrawn_at: instant,
  portal_declined_at: instant,
  /** When the CRM took the mail with the signed order. */
  portal_copy_sent_at: instant,
});
export type Deal = z.output<typeof dealShape>;
export const DEAL_FIELDS = fieldsOf(dealShape);

/** What is too long for a list, and in no documentation a column of a query. */
export const LARGE_TEXTS = ['survey1_calc', 'survey1_signature', 'portal_signature_evidence'] as const;
export const largeTextsShape = dealShape.pick({
  id: true,
  survey1_calc: true,
  survey1_signature: true,
  portal_signature_evidence: true,
});

/** What may be written to a deal. */
export const dealPatch = z
  .strictObject({
    Deal_Name: textValue,
    Stage: textValue,
    Amount: amountValue,
    Contact_Name: lookupValue,
    Owner: lookupValue,
    Closing_Date: dateValue,
    gaikan_offer_product_type: textValue,
    gaikan_deal_version: textValue,
    survey_1_has_solar_panels: flagValue,
    survey1_number_of_panels: textValue,
    survey1_panels_age: textValue,
    gaikan_saltion_battery_modules: textValue,
    gaikan_saltion_fixed_inverter_kw: textValue,
    gaikan_self_installation: textValue,
    survey1_preferred_battery_size: textValue,
    survey1_battery_box_distance_m: textValue,
    survey1_calc_complete: flagValue,
    survey1_calc: largeText,
    survey1_no_calc: flagValue,
    gaikan_discount: amountValue,
    gaikan_discount_reason: textValue,
    survey1_pending_subsidy: flagValue,
    survey1_client_visible: flagValue,
    survey1_approve_clicked: flagValue,
    survey1_signature: largeText,
    gaikan_signature_plain: textValue,
    portal_signature_evidence: largeText,
    portal_withdrawn_at: instantValue.nullable(),
    portal_declined_at: instantValue.nullable(),
    portal_copy_sent_at: instantValue.nullable(),
  })
  .partial();
export type DealPatch = z.input<typeof dealPatch>;
