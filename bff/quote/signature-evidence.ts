import { z } from 'zod';
import type { Deal as StoredDeal } from '../../crm-contract/shapes/deal.ts';
import { deal } from '../view-models/deal.ts';
import { quoteFingerprint } from './quote-fingerprint.ts';
import { jsonIn } from './stored-calc.ts';

/** What a quote showed when it was signed. */
export const signedQuote = deal.pick({
  id: true,
  Deal_Name: true,
  gaikan_deal_version: true,
  survey1_calc: true,
  products: true,
  gaikan_self_installation: true,
  survey1_no_calc: true,
  gaikan_discount: true,
  gaikan_discount_reason: true,
  survey1_pending_subsidy: true,
  customer: true,
  financing: true,
});
export type SignedQuote = z.infer<typeof signedQuote>;

const text = z.string();
const fact = text.nullable();

/** Who makes the copy for the customer, until when nobody else may, and whether a colleague was asked instead. */
const copy = z.object({
  email: fact,
  heldBy: text,
  heldUntil: z.iso.datetime(),
  isTask: z.boolean(),
  /** With a task: nobody knows whether the mail went. */
  mayBeMailed: z.boolean().optional(),
});

const evidence = z.object({
  schema: z.literal(1),
  /** Stands for the press of the button: the same press, sent again, finds its own signature by it. */
  ref: fact,
  /** ISO time of our own server; null where an earlier version of the portal did not keep it. */
  signedAt: z.iso.datetime().nullable(),
  /** As typed; null for a drawn signature. */
  name: fact,
  button: text,
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  /**
   * Whose deal it was when it was signed, which is part of the fingerprint: a merge gives the deal to another contact. Absent
   * from what an earlier version of the portal wrote.
   */
  contactId: text.optional(),
  /** Whether the browser said which quote it showed, or the quote was bound as the CRM held it. */
  confirmedByCustomer: z.boolean(),
  /** With or without financing, in words; null where there was nothing to choose. */
  payment: fact,
  termsVersion: text,
  /** Of their text, which somebody may change without giving it another version; absent from older evidence. */
  termsDigest: text.optional(),
  ip: fact,
  userAgent: fact,
  shown: signedQuote,
  /** What did not fit, and where it was cut. */
  cut: z.array(text),
  /** Null for a signature of before there were copies. */
  copy: copy.nullable(),
});
/** The facts of a signature, as they stand in the field `portal_signature_evidence` (decision I1). */
export type SignatureEvidence = z.infer<typeof evidence>;

/**
 * The evidence of the signature that a deal carries now; null where there is none, where it is of another signature, or
 * where somebody altered what was signed: its fingerprint is made again of what it holds.
 */
export function evidenceOf({ deal, contact }: Signed): SignatureEvidence | null {
  const stored = deal.portal_signature_evidence;
  if (stored === null) return null;
  const read = evidence.safeParse(jsonIn(stored));
  if (!read.success) return null;
  const { name, shown, cut, termsVersion, fingerprint, contactId = contact.id } = read.data;
  if (name !== (deal.gaikan_signature_plain?.trim() || null)) return null;
  const isWhole = cut.length > 0 || quoteFingerprint(shown, contactId, termsVersion) === fingerprint;
  return isWhole ? read.data : null;
}

/** What tells of a deal's signature. */
export interface Signed {
  deal: Pick<StoredDeal, 'portal_signature_evidence' | 'gaikan_signature_plain'>;
  contact: { id: string };
}

/** Well under the 32,000 characters that the field takes: the CRM may count some characters twice. */
const MOST_CHARACTERS = 24_000;

/** From generous to what always fits: how long a text may be, and how many rows there may be. */
const BOUNDS = [
  { characters: 2_000, rows: 400 },
  { characters: 250, rows: 100 },
  { characters: 80, rows: 50 },
  { characters: 30, rows: 25 },
] as const;

/** The evidence as JSON that always fits its field: a signature never fails on the size of what it is about. */
export function writeEvidence(facts: SignatureEvidence): string {
  const written = BOUNDS.map((bounds) => JSON.stringify(boundedBy(facts, bounds)));
  return written.find((json) => json.length <= MOST_CHARACTERS) ?? written.at(-1) ?? '';
}

function boundedBy(facts: SignatureEvidence, { characters, rows }: (typeof BOUNDS)[number]): SignatureEvidence {
  const cut = new Set(facts.cut);
  const bounded = (value: unknown, name: string): unknown => {
    if (typeof value === 'string' && value.length > characters) {
      cut.add(`${name}: ${characters} of ${value.length} characters`);
      return value.slice(0, characters).toWellFormed();
    }
    if (Array.isArray(value)) {
      if (value.length > rows) cut.add(`${name}: ${rows} of ${value.length} rows`);
      return value.slice(0, rows).map((item) => bounded(item, name));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bounded(item, key)]));
  };
  const { cut: _, name, ...rest } = facts;
  return { ...(bounded(rest, '') as Omit<SignatureEvidence, 'cut' | 'name'>), name, cut: [...cut] };
}

/** Of a deal as it is shown, what a signature is about. */
export function quoteToSign(shown: SignedQuote): SignedQuote {
  return signedQuote.parse(shown);
}

/** `b•••@voorbeeld.nl`: enough to know one's own address by. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}
