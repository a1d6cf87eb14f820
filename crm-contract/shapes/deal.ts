import type { z } from 'zod';
import { NO_CHECK, NOT_SAVED, ofKind, ours, patchOf, shapeOf, theirs } from './fields.ts';

/** The fields of a deal that the portal uses: the inputs and the result of its quote, and its later events. */
export const DEAL_FIELDS = {
  Deal_Name: theirs('text', 'others', 'deals have no name'),
  Stage: theirs('picklist', 'portal', 'a deal cannot move on'),
  Amount: theirs('money', 'portal', 'the total of a quote cannot be saved'),
  Contact_Name: theirs('lookup', 'others', 'no deal belongs to anybody'),
  Owner: theirs('owner', 'others', 'tasks about a deal have no owner'),
  Closing_Date: theirs('date', 'others', 'staff do not see when a deal should close'),
  Created_Time: theirs('instant', 'others', 'deals have no order'),
  Modified_Time: theirs('instant', 'others', NO_CHECK),
  gaikan_offer_product_type: ours('choice', 'others', 'no deal has a survey'),
  /** Missing = the older format; "2" = built from modules. Read as text, because an organisation may store a number. */
  gaikan_deal_version: ours('choice', 'staff', 'every quote is of the older format', { length: 1, price: true }),
  survey_1_has_solar_panels: ours('flag', 'customer', NOT_SAVED),
  survey1_number_of_panels: ours('text', 'customer', NOT_SAVED, { length: 4 }),
  survey1_panels_age: ours('choice', 'customer', NOT_SAVED, { length: 3 }),
  gaikan_saltion_battery_modules: ours('choice', 'customer', NOT_SAVED, { length: 2, price: true }),
  gaikan_saltion_fixed_inverter_kw: ours('text', 'staff', 'staff cannot choose an inverter', {
    length: 7,
    price: true,
  }),
  gaikan_self_installation: ours('choice', 'staff', 'staff cannot choose own installation', { length: 1, price: true }),
  survey1_preferred_battery_size: ours('choice', 'staff', NOT_SAVED, { length: 8, price: true }),
  survey1_battery_box_distance_m: ours('text', 'customer', NOT_SAVED, { length: 3, price: true }),
  survey1_calc_complete: ours('flag', 'portal', 'the survey never ends'),
  /** The quote reader parses it. */
  survey1_calc: ours('largeJson', 'portal', 'no quote can be kept'),
  survey1_no_calc: ours('flag', 'staff', 'a quote cannot be made by hand'),
  gaikan_discount: ours('money', 'staff', 'no discount can be given', { price: true }),
  gaikan_discount_reason: ours('text', 'staff', 'a discount has no reason', { length: 255, price: true }),
  survey1_pending_subsidy: ours('flag', 'others', 'quotes do not say that they depend on a subsidy'),
  survey1_client_visible: ours('flag', 'portal', 'no quote is shown to be approved'),
  survey1_approve_clicked: ours('flag', 'portal', 'nobody can approve a quote'),
  survey1_signature: ours('largeText', 'others', 'drawn signatures cannot be shown'),
  gaikan_signature_plain: ours('text', 'portal', 'nobody can sign', { length: 255 }),
  /** The facts of the signature, written together with it; `bff` parses it. */
  portal_signature_evidence: ours('largeJson', 'portal', 'nobody can sign: the evidence goes with the signature'),
  portal_withdrawn_at: ours('instant', 'portal', 'nobody can withdraw from an order'),
  portal_declined_at: ours('instant', 'portal', 'a refusal is not shown as one'),
  /** When the CRM accepted the mail with the signed order. */
  portal_copy_sent_at: ours('instant', 'portal', 'it is not known who has a copy of the signed order'),
  portal_site_visit_at: ours('instant', 'others', 'an order does not show when somebody comes to look'),
  portal_installation_at: ours('instant', 'others', 'an order does not show when it is installed'),
} as const;

export const dealShape = shapeOf(DEAL_FIELDS);
export type Deal = z.output<typeof dealShape>;

/** The writable fields of a deal. */
export const dealPatch = patchOf(DEAL_FIELDS);
export type DealPatch = z.input<typeof dealPatch>;

const LARGE_FIELDS = ofKind(DEAL_FIELDS, 'largeText', 'largeJson');
/** Fields that are too long for lists, and are not documented as columns of a query. */
export const LARGE_TEXTS: readonly string[] = Object.keys(LARGE_FIELDS);
export const largeTextsShape = shapeOf(LARGE_FIELDS);
