// What the browser and the server must hold to be the same, with the values that the CRM stores. No zod here: the web
// may import these values, of every other view model only types.

/** §9. */
export const PANELS_AGES = ['-1', '1-2', '2-3', '3-4', '4-5', '5+'] as const;
export const BATTERY_SIZES = ['5', '11', '17', '20', '40', '60', '80', '+', 'dontknow'] as const;

/** Calculated. */
export const NUMBERED_MODULES = [
  ...(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15'] as const),
] as const;
/** Without a price: they lead to a call (decision C4). */
export const CUSTOM_MODULES = ['L', 'XL'] as const;
export const MODULE_CHOICES = [...NUMBERED_MODULES, ...CUSTOM_MODULES] as const;

export function moduleChoice(value: string | null) {
  return MODULE_CHOICES.find((choice) => choice === value);
}

/** The three photos that are asked for, in their order (§2.3), as a stored file's name starts; any other is `foto`. */
export const PHOTO_SLOTS = ['1-meterkast', '2-groepenkast', '3-plek'] as const;
export const MOST_FILES = 20;
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;

/** Without markup, other scripts or anything unseen; the server asks more of it, and whether it exists only a mail can tell. */
export const MAIL_ADDRESS = /^[\w'+.-]+@[\w.-]+\.\w+$/;

/** Mails and web pages put them around an address that is copied. */
export const trimAddress = (typed: string) => typed.replace(/^[\s\p{C}]+|[\s\p{C}]+$/gu, '');

/** What somebody ticks who may be called (decision I12): shown on the page, and kept in the note that a yes leaves. */
export const callPermissionWords = (brand: string) => `Ja, ${brand} mag mij bellen over mijn aanvraag`;

/** The stages whose power the stats add up, in their order (§2.9). */
export const STATS_STAGES = ['Available For Customer', 'Viewed', 'Closed Won'] as const;

/** The part of the terms about paying: how much before, and how much after. */
export function termsOfPaying(paragraphs: readonly { title: string; text: string }[] | null | undefined) {
  return paragraphs?.find(({ title }) => /^betal/i.test(title))?.text;
}

/** What each part of a payment comes to, to the cent: the last one is what remains. Euros. */
export function paymentParts(parts: readonly { percent: number; when: string }[], total: number) {
  let leftCents = Math.round(total * 100);
  return parts.map(({ percent, when }, at) => {
    const cents = at === parts.length - 1 ? leftCents : Math.round(total * percent);
    leftCents -= cents;
    return { when, euros: cents / 100 };
  });
}
