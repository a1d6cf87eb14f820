import { z } from 'zod';
import { choice, personName, singleLine, wholeNumber } from './body-fields.ts';
import { BATTERY_SIZES, MODULE_CHOICES, PANELS_AGES } from './choices.ts';

/** The answers a customer may give, with the values the CRM stores (§9). The web has the labels. */

const panelsAge = z.enum(PANELS_AGES);
export type PanelsAge = z.infer<typeof panelsAge>;

const batterySize = choice(BATTERY_SIZES);
export type BatterySize = z.infer<typeof batterySize>;

export const moduleChoice = choice(MODULE_CHOICES);
export type ModuleChoice = z.infer<typeof moduleChoice>;

/** Body `props` of a deal save: these fields of §7.2, nothing else. */
export const dealAnswers = z.strictObject({
  survey_1_has_solar_panels: z.boolean().optional(),
  survey1_number_of_panels: wholeNumber(1, 9999).optional(),
  survey1_panels_age: panelsAge.optional(),
  gaikan_saltion_battery_modules: moduleChoice.optional(),
  survey1_battery_box_distance_m: wholeNumber(1, 999).optional(),
});
export type DealAnswers = z.infer<typeof dealAnswers>;
export type DealAnswerName = keyof DealAnswers;

export const DEAL_ANSWER_NAMES = dealAnswers.keyof().options;

/**
 * The deal fields that its price depends on. `bff/quote/quote-inputs.ts` defines their meaning, and enforces that the
 * list is complete.
 */
export const PRICE_INPUT_NAMES = [
  'gaikan_deal_version',
  'gaikan_saltion_battery_modules',
  'survey1_battery_box_distance_m',
  'gaikan_saltion_fixed_inverter_kw',
  'gaikan_self_installation',
  'survey1_preferred_battery_size',
  'gaikan_discount',
  'gaikan_discount_reason',
] as const;
export type PriceInputName = (typeof PRICE_INPUT_NAMES)[number];
export type PricedAnswerName = DealAnswerName & PriceInputName;

/** The inputs of a deal's survey and price, as every view of the deal has them. */
export const DEAL_INPUT_NAMES = [...new Set([...DEAL_ANSWER_NAMES, ...PRICE_INPUT_NAMES])];
export type DealInputName = (typeof DEAL_INPUT_NAMES)[number];

const readText = z.string().nullable();
/**
 * The same inputs as read from the CRM, which may hold other values than a customer may give. All but two are texts.
 */
export const dealInputsRead = {
  ...(Object.fromEntries(DEAL_INPUT_NAMES.map((name) => [name, readText])) as Record<DealInputName, typeof readText>),
  survey_1_has_solar_panels: z.boolean().nullable(),
  gaikan_discount: z.number().nullable(),
};

/** The answers that affect the price. */
export const pricedAnswers = dealAnswers.pick({
  gaikan_saltion_battery_modules: true,
  survey1_battery_box_distance_m: true,
} satisfies Record<PricedAnswerName, true>);

/** A text that a customer may also clear. The limit is the CRM's; the CRM refuses longer texts. */
function text(maxLength: number) {
  return singleLine(maxLength).nullable();
}

/** The 13 known fields of a contact save (§7.2), and the permission to call; never Email (decision B3). */
export const contactAnswers = z.strictObject({
  Phone: text(30).optional(),
  First_Name: text(40).optional(),
  Last_Name: personName(80).optional(),
  Mailing_City: text(100).optional(),
  Mailing_Country: text(100).optional(),
  Mailing_State: text(100).optional(),
  Mailing_Street: text(250).optional(),
  Mailing_Zip: text(30).optional(),
  survey_1_has_solar_panels: z.boolean().optional(),
  survey1_number_of_panels: wholeNumber(1, 9999).optional(),
  survey1_panels_age: panelsAge.optional(),
  survey1_preferred_battery_size: batterySize.optional(),
  survey1_battery_box_distance_m: wholeNumber(1, 999).optional(),
  /** Permission to call (decision I12); the server adds the time. */
  portal_call_permission: z.boolean().optional(),
});
export type ContactAnswers = z.infer<typeof contactAnswers>;
