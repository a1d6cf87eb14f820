import { type PressFacts, pressFactsIn } from '../crm/texts/message-texts.ts';
import { refIn } from '../crm/texts/note-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { EvidenceKeys } from '../site/evidence-keys.ts';
import { provenEvidence } from './evidence.ts';

// A withdrawal is proven by its note, whose last line is an HMAC over every fact in it (decision J3).

/** One withdrawal per signature: who signs anew after the staff cleared the old one may withdraw anew. */
export function aboutWithdrawal({ deal }: FoundDeal, keys: EvidenceKeys): string {
  const { id, gaikan_signature_plain: name, survey1_signature: drawn } = deal;
  return `withdraw ${id} ${name} ${drawn} ${provenEvidence(deal, keys)?.signedAt ?? ''}`;
}

/** What the last line of the note says, which only the portal can make. */
export function withdrawalRef(found: FoundDeal, facts: PressFacts, keys: EvidenceKeys): string {
  const { key, mac } = keys.prove('withdrawal', provenFacts(found, { ...facts, contactId: found.contact.id }, keys));
  return `${key}.${mac}`;
}

/**
 * When the order was withdrawn from, as a note of the portal's own says; null where the portal did not write it, or not of this
 * signature. Its contact is part of the proof and not compared: after a merge of contacts the order is still withdrawn.
 */
export function withdrawnAtIn(found: FoundDeal, note: string, keys: EvidenceKeys): string | null {
  const facts = pressFactsIn(note);
  const [key = '', mac = ''] = (refIn(note) ?? '').split('.');
  const isOurs =
    facts !== null && keys.verify('withdrawal', provenFacts(found, facts, keys), { key, mac }) === 'proven';
  return isOurs ? facts.at : null;
}

function provenFacts(
  found: FoundDeal,
  { at, ip, userAgent, contactId }: PressFacts & { contactId: string | null },
  keys: EvidenceKeys,
) {
  return { schema: 1, dealId: found.deal.id, contactId, order: aboutWithdrawal(found, keys), at, ip, userAgent };
}
