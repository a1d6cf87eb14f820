import type { Deal as StoredDeal } from '../../crm-contract/shapes/deal.ts';
import { jsonIn } from '../../crm-contract/shapes/tolerant.ts';
import type { EvidenceKeys } from '../site/evidence-keys.ts';
import { type CopyState, copyState, facts, type SignatureFacts } from './evidence-v1.ts';

/** The facts of a signature that the portal made, and how far its copy is. */
export interface SignatureEvidence extends SignatureFacts {
  copy: CopyState;
}

/**
 * What a deal says about its signature (decision J3). `none`: it has no evidence, as a predecessor's. `foreign`: the portal
 * did not make what stands there, or not for this deal and name. `unknownKey`: made with a secret that is not in
 * `EVIDENCE_SECRETS`.
 */
export type ReadSignature =
  | { state: 'proven'; evidence: SignatureEvidence }
  | { state: 'none' | 'foreign' | 'unknownKey'; evidence: null };

/** The deal fields that tell of its signature. */
export type SignatureFields = Pick<StoredDeal, 'id' | 'portal_signature_evidence' | 'gaikan_signature_plain'>;

const foreign: ReadSignature = { state: 'foreign', evidence: null };

/**
 * Reads the evidence of the signature that a deal carries now. Its contact is part of the proof and not compared with the
 * deal's of today: after a merge of contacts the order is still the one that was signed.
 */
export function readSignature(deal: SignatureFields, keys: EvidenceKeys): ReadSignature {
  const stored = deal.portal_signature_evidence;
  if (stored === null) return { state: 'none', evidence: null };
  const held = recordIn(stored);
  if (typeof held?.key !== 'string' || typeof held.mac !== 'string') return foreign;
  const { key, mac, copy, ...proven } = held;
  const verdict = keys.verify('signature', proven, { key, mac });
  if (verdict !== 'proven') return { state: verdict, evidence: null };
  const read = facts.safeParse(proven);
  if (!read.success || read.data.dealId !== deal.id || read.data.shown.id !== deal.id) return foreign;
  if (nameOf(read.data.name) !== nameOf(deal.gaikan_signature_plain ?? '')) return foreign;
  return { state: 'proven', evidence: { ...read.data, copy: copyIn(copy, read.data) } };
}

/** A workflow of the organisation may write names its own way: with capitals, single spaces, another form of a letter. */
function nameOf(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('nl');
}

/** The evidence that is proven; null for any other. */
export function provenEvidence(deal: SignatureFields, keys: EvidenceKeys): SignatureEvidence | null {
  return readSignature(deal, keys).evidence;
}

/** The field of the deal: facts that fit it, their proof, and who makes the copy. */
export function writeEvidence(signature: SignatureFacts, copy: CopyState, keys: EvidenceKeys): string {
  const proven = fitted(signature);
  return JSON.stringify({ ...proven, ...keys.prove('signature', proven), copy });
}

/** The same evidence with another state of its copy: its proof is kept, and never made anew of what the CRM holds. */
export function withCopyState(stored: string, copy: CopyState): string {
  return JSON.stringify({ ...recordIn(stored), copy });
}

/** Who wrote something else there, or nothing, does not keep the customer from a copy. */
function copyIn(copy: unknown, { email, signedAt }: SignatureFacts): CopyState {
  const nobody = { email, heldBy: '', heldUntil: signedAt, isTask: false };
  return copyState.safeParse(copy).data ?? nobody;
}

function recordIn(stored: string): Record<string, unknown> | null {
  const json = jsonIn(stored);
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : null;
}

/**
 * Whom the mails about an order go to: its contact, who may have corrected their address since; where the deal belongs to
 * another contact by now, as after a merge, whoever signed.
 */
export function addresseeOf(
  evidence: SignatureEvidence | null,
  contact: { id: string; Email: string | null; Full_Name: string | null },
): { email: string | null; name: string | null } {
  const isMoved = evidence !== null && evidence.contactId !== contact.id;
  return isMoved ? evidence : { email: contact.Email, name: contact.Full_Name };
}

/** `b•••@voorbeeld.nl`: enough to know one's own address by. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
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

/**
 * The facts as they always fit their field: a signature never fails on the size of what it is about. What is cut is cut
 * before it is proven, and is named.
 */
function fitted(facts: SignatureFacts): SignatureFacts {
  // The text of the terms goes first: by version and digest it is found in the portal file.
  const sizes = [boundedBy(facts, BOUNDS[0]), ...BOUNDS.map((bounds) => boundedBy({ ...facts, terms: null }, bounds))];
  return sizes.find((each) => JSON.stringify(each).length <= MOST_CHARACTERS) ?? sizes.at(-1) ?? facts;
}

function boundedBy(facts: SignatureFacts, { characters, rows }: (typeof BOUNDS)[number]): SignatureFacts {
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
  const { cut: _, name, email, ref, fingerprint, termsDigest, terms, ...rest } = facts;
  const whole = { name, email, ref, fingerprint, termsDigest, terms };
  const within = bounded(rest, '') as Omit<SignatureFacts, 'cut' | keyof typeof whole>;
  return { ...within, ...whole, cut: [...cut] };
}
