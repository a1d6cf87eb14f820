// Values that browser and server share, as stored in the CRM. No zod here: the web may import these values, but only
// types from the models with a schema.

/** §9. */
export const PANELS_AGES = ['-1', '1-2', '2-3', '3-4', '4-5', '5+'] as const;
export const BATTERY_SIZES = ['5', '11', '17', '20', '40', '60', '80', '+', 'dontknow'] as const;

/** Choices with a calculated price. */
export const NUMBERED_MODULES = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
] as const;
export const MOST_MODULES = NUMBERED_MODULES.length;
/** Choices without a price: they lead to a call (decision C4). */
export const CUSTOM_MODULES = ['L', 'XL'] as const;
export const MODULE_CHOICES = [...NUMBERED_MODULES, ...CUSTOM_MODULES] as const;

export function moduleChoice(value: string | null) {
  return MODULE_CHOICES.find((choice) => choice === value);
}

/** The three requested photos, in order (§2.3), as prefixes of stored file names; any other is `foto`. */
export const PHOTO_SLOTS = ['1-meterkast', '2-groepenkast', '3-plek'] as const;
export const MOST_FILES = 20;
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;

/**
 * An address without markup, other scripts or invisible characters, for browser and server. Only a mail can show that it
 * exists.
 */
export const MAIL_ADDRESS = /^(?=.{1,100}$)(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

/** Removes characters that mails and web pages add around a copied address. */
export const trimAddress = (typed: string) => typed.replace(/^[\s\p{C}]+|[\s\p{C}]+$/gu, '');

/** The text next to the checkbox for calls (decision I12): shown on the page, and stored in the note about a yes. */
export const callPermissionWords = (brand: string) => `Ja, ${brand} mag mij bellen over mijn aanvraag`;

/** The stages whose power the stats add up, in order (§2.9). */
export const STATS_STAGES = ['Available For Customer', 'Viewed', 'Closed Won'] as const;
