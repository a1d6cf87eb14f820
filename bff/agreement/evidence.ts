import type { Deal as StoredDeal } from '../../crm-contract/shapes/deal.ts';
import { jsonIn } from '../../crm-contract/shapes/tolerant.ts';
import type { EvidenceKeys } from '../site/evidence-keys.ts';
import { fitted } from './evidence-size.ts';
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
