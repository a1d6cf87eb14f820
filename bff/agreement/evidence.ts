import type { Deal as StoredDeal } from '../../crm-contract/shapes/deal.ts';
import { jsonIn } from '../../crm-contract/shapes/read-record.ts';
import type { EvidenceKeys } from '../site/signing-keys.ts';
import { type CopyState, copyState, facts, type SignatureFacts } from './evidence-v1.ts';

/** The facts of a signature made by the portal, and the state of its copy. */
export interface SignatureEvidence extends SignatureFacts {
  copy: CopyState;
}

/**
 * The state of a deal's signature (decision J3). `none`: no evidence, as with a predecessor's signature. `foreign`: the
 * portal did not make this evidence, or not for this deal and name. `unknownKey`: made with a secret that is not in
 * `EVIDENCE_SECRETS`.
 */
export type ReadSignature =
  | { state: 'proven'; evidence: SignatureEvidence }
  | { state: 'none' | 'foreign' | 'unknownKey'; evidence: null };

/** The fields of a deal that hold its signature. */
type EvidenceFields = Pick<StoredDeal, 'id' | 'portal_signature_evidence' | 'gaikan_signature_plain'>;

const foreign: ReadSignature = { state: 'foreign', evidence: null };

/**
 * Reads the evidence of the deal's present signature. The contact in the evidence may differ from the deal's present
 * contact, because a signed order stays valid after a merge of contacts.
 */
export function readSignature(deal: EvidenceFields, keys: EvidenceKeys): ReadSignature {
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

/**
 * A workflow of the organisation may rewrite a name with capitals, with single spaces or in another Unicode form. Such
 * names count as equal.
 */
function nameOf(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('nl');
}

/** The evidence if it is proven, otherwise null. */
export function provenEvidence(deal: EvidenceFields, keys: EvidenceKeys): SignatureEvidence | null {
  return readSignature(deal, keys).evidence;
}

/** Whether a deal has the signature that the portal wrote with these fields, and not an earlier or a later one. */
export function hasSignatureOf(written: EvidenceFields, deal: EvidenceFields, keys: EvidenceKeys): boolean {
  const held = provenEvidence(deal, keys);
  const ours = provenEvidence(written, keys);
  return held !== null && held.signedAt === ours?.signedAt && held.ref === ours.ref;
}

/** The name in an evidence, proven or not. */
export function nameIn(stored: string): string | null {
  const name = recordIn(stored)?.name;
  return typeof name === 'string' ? name : null;
}

/** The value of the deal's field: facts cut to fit, their proof, and the state of the copy. */
export function writeEvidence(signature: SignatureFacts, copy: CopyState, keys: EvidenceKeys): string {
  const proven = fitted(signature);
  return JSON.stringify({ ...proven, ...keys.prove('signature', proven), copy });
}

/**
 * The same evidence with another state of the copy. Keeps the proof, because the portal never makes a new proof for a
 * value from the CRM.
 */
export function withCopyState(stored: string, copy: CopyState): string {
  return JSON.stringify({ ...recordIn(stored), copy });
}

/** The customer gets the copy even if somebody removed or damaged the copy's state in the CRM. */
function copyIn(copy: unknown, { email, signedAt }: SignatureFacts): CopyState {
  const nobody = { email, heldBy: '', heldUntil: signedAt, isTask: false };
  return copyState.safeParse(copy).data ?? nobody;
}

function recordIn(stored: string): Record<string, unknown> | null {
  const json = jsonIn(stored);
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : null;
}

/**
 * The recipient of mails about an order: the deal's contact, because the customer may have corrected the address since.
 * If the deal moved to another contact, as after a merge, the signer is the recipient.
 */
export function addresseeOf(
  evidence: SignatureEvidence | null,
  contact: { id: string; Email: string | null; Full_Name: string | null },
): { email: string | null; name: string | null } {
  const isMoved = evidence !== null && evidence.contactId !== contact.id;
  return isMoved ? evidence : { email: contact.Email, name: contact.Full_Name };
}

/** `b•••@voorbeeld.nl`: enough to recognise one's own address. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

/** Well below the field's limit of 32,000 characters: the CRM may count some characters twice. */
const MOST_CHARACTERS = 24_000;

/**
 * The limits to try in turn: the maximum length of a text and the maximum number of rows. Facts within the last limits
 * always fit.
 */
const BOUNDS = [
  { characters: 2_000, rows: 400 },
  { characters: 250, rows: 100 },
  { characters: 80, rows: 50 },
  { characters: 30, rows: 25 },
] as const;

/**
 * Cuts the facts to fit their field, so that signing never fails because of size. They are cut before they are proven,
 * and `cut` lists what was cut.
 */
function fitted(facts: SignatureFacts): SignatureFacts {
  // The text of the terms is cut first, because version and digest identify it in the portal file.
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
  const { cut: _, name, email, ref, fingerprint, termsDigest, conditionsDigest, terms, ...rest } = facts;
  const whole = { name, email, ref, fingerprint, termsDigest, conditionsDigest, terms };
  const within = bounded(rest, '') as Omit<SignatureFacts, 'cut' | keyof typeof whole>;
  return { ...within, ...whole, cut: [...cut] };
}
