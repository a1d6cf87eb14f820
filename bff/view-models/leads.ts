/**
 * The groups of the queue, in order (decisions G1, I7): callback due · said yes and did not sign · never called · call
 * history not read yet · no answer · callback later · spoken to, nothing scheduled.
 */
export const LEAD_GROUPS = ['due', 'approved', 'new', 'unread', 'no_answer', 'later', 'spoken'] as const;
export type LeadGroup = (typeof LEAD_GROUPS)[number];

interface InGroup {
  group: LeadGroup;
}

/** Whether the moment of the callback has come. */
export const isDue = ({ group }: InGroup) => group === 'due';

/** Whether a callback is scheduled for a later moment. */
export const isForLater = ({ group }: InGroup) => group === 'later';

/** The fields of a lead that are searched. */
type Searched = { id: string } & Record<
  'Full_Name' | 'Phone' | 'Email' | 'Mailing_Zip' | 'Mailing_City',
  string | null
>;

/** The searchable text of one lead, normalised. */
export interface SearchText {
  words: string;
  digits: string;
}

export function searchTextOf({ id, Full_Name, Phone, Email, Mailing_Zip, Mailing_City }: Searched): SearchText {
  // Search words contain no spaces, so the postcode is included without its space too.
  const words = [Full_Name, Email, Mailing_Zip, Mailing_Zip?.replace(/\s/g, ''), Mailing_City, id].map(
    (each) => each ?? '',
  );
  return { words: bare(words.join(' ')), digits: phoneDigits(Phone ?? '') };
}

/**
 * Whether a lead matches a query (decision G1): every word occurs in its name, e-mail, postcode, city or id, or the
 * whole query is a number that occurs in its phone number.
 */
export function leadSearch(query: string): (text: SearchText) => boolean {
  const words = bare(query)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const number = /^[\d\s+()./-]{3,}$/.test(query.trim()) ? phoneDigits(query) : '';
  return (text) =>
    words.every((word) => text.words.includes(word)) || (number.length >= 3 && text.digits.includes(number));
}

/** Lower case without accents and curly apostrophes: "zoe" finds Zoë. Most texts have none, and removing them is slow. */
export function bare(text: string): string {
  const plain = /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘´]/g, "'") : text;
  return plain.toLowerCase();
}

/** The digits of a phone number without its prefix: 0, +31, 0031, +31 (0) or +310. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(?:0031(?:0(?=\d{9}$))?|310?(?=\d{9}$)|0)/, '');
}

/**
 * Removes the characters that become wildcards in the CRM's search: `%`, `_`, `\` and apostrophes. Otherwise a text of
 * only such characters would list everybody.
 */
export function withoutWildcards(typed: string): string {
  return typed.replace(/[%_\\'’‘´]/g, '').trim();
}

/** Whether a query is long enough to search the whole CRM (decision I11). */
export const canSearchCrm = (query: string) => withoutWildcards(query).length >= 3;
