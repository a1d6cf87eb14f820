import { type PressFacts, pressFactsIn } from '../crm/texts/message-texts.ts';
import { refIn } from '../crm/texts/note-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { EvidenceKeys, Verdict } from '../site/evidence-keys.ts';
import { provenEvidence } from './evidence.ts';

// A withdrawal is proven by its note, whose last line is an HMAC over every fact in it (decision J3).

/** The facts of a withdrawal as its note tells them: whose deal it was, and when the order was signed as far as that was proven. */
type WithdrawalFacts = PressFacts & { contactId: string | null; signedAt: string | null };

/** What the last line of the note says, which only the portal can make. */
export function withdrawalRef({ deal, contact }: FoundDeal, press: PressFacts, keys: EvidenceKeys): string {
  const facts = { ...press, contactId: contact.id, signedAt: signedAtOf(deal, keys) };
  const { key, mac } = keys.prove('withdrawal', provenFacts(deal.id, facts));
  return `${key}.${mac}`;
}

/**
 * When the order was withdrawn from, as a note says; null where the portal did not write it, or a later signature stands. What
 * else the deal says by now does not matter: neither its name, nor its drawing, nor whose it is takes a withdrawal back.
 */
export function withdrawalIn(
  { deal }: FoundDeal,
  note: string,
  keys: EvidenceKeys,
): { at: string; verdict: Exclude<Verdict, 'foreign'>; isOfThisSignature: boolean } | null {
  const facts = pressFactsIn(note);
  if (!facts) return null;
  const [key = '', mac = ''] = (refIn(note) ?? '').split('.');
  const verdict = keys.verify('withdrawal', provenFacts(deal.id, facts), { key, mac });
  const signedAt = signedAtOf(deal, keys);
  if (verdict === 'foreign' || !isOf(signedAt, facts)) return null;
  return { at: facts.at, verdict, isOfThisSignature: signedAt === facts.signedAt };
}

/** Whether it is about this signature: one that is proven to be later is another order. The note holds whole seconds. */
function isOf(signedAt: string | null, facts: WithdrawalFacts): boolean {
  if (signedAt === null || signedAt === facts.signedAt) return true;
  return Math.floor(Date.parse(signedAt) / 1000) <= Math.floor(Date.parse(facts.at) / 1000);
}

export function signedAtOf(deal: FoundDeal['deal'], keys: EvidenceKeys): string | null {
  return provenEvidence(deal, keys)?.signedAt ?? null;
}

function provenFacts(dealId: string, { at, ip, userAgent, contactId, signedAt }: WithdrawalFacts) {
  return { schema: 1, dealId, contactId, signedAt, at, ip, userAgent };
}
