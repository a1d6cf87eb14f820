// Values that browser and server must share, as stored in the CRM. No zod here: the web may import these values, but
// only types from the other view models.

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
 * An address without markup, other scripts or invisible characters. The server checks more, and only a mail can show
 * that the address exists.
 */
export const MAIL_ADDRESS = /^[\w'+.-]+@[\w.-]+\.\w+$/;

/** Removes characters that mails and web pages add around a copied address. */
export const trimAddress = (typed: string) => typed.replace(/^[\s\p{C}]+|[\s\p{C}]+$/gu, '');

/** The text next to the checkbox for calls (decision I12): shown on the page, and stored in the note about a yes. */
export const callPermissionWords = (brand: string) => `Ja, ${brand} mag mij bellen over mijn aanvraag`;

/** The stage of a deal that does not go on (§4). */
export const CLOSED_LOST = 'Closed Lost';

/** The stages whose power the stats add up, in order (§2.9). */
export const STATS_STAGES = ['Available For Customer', 'Viewed', 'Closed Won'] as const;

/** The paragraph of the terms about payment. */
export function termsOfPaying(paragraphs: readonly { title: string; text: string }[] | null | undefined) {
  return paragraphs?.find(({ title }) => /^betal/i.test(title))?.text;
}

/**
 * The amount of each part of a payment, in euros. All parts but the last are rounded down to the cent, so that "hooguit
 * de helft" holds.
 */
export function paymentParts(parts: readonly { percent: number; when: string }[], total: number) {
  const totalCents = Math.round(total * 100);
  let leftCents = totalCents;
  return parts.map(({ percent, when }, at) => {
    const cents = at === parts.length - 1 ? leftCents : Math.floor((totalCents * percent) / 100);
    leftCents -= cents;
    return { when, euros: cents / 100 };
  });
}

/** The seller repays within this many days after the day on which a withdrawal is received (article 6:230r BW). */
export const REPAID_WITHIN_DAYS = 14;
