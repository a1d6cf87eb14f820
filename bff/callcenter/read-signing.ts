import { LRUCache } from 'lru-cache';
import type { CallContext } from '../../crm-contract/call-context.ts';
import type { Context } from '../context.ts';
import { EVIDENCE_TITLE, signedAtIn } from '../crm-fields/note-texts.ts';

/** What the evidence of a signature says, or that there is none. */
export interface Signing {
  evidence: boolean;
  /** ISO time; null where the evidence was repaired later and does not know. */
  signedAt: string | null;
}

/** What was found of evidence. What is there never changes; what is not may be repaired, and is looked for again. */
export class SigningsKnown {
  readonly #found = new LRUCache<string, Signing>({ max: 20_000 });

  of(dealId: string): Signing | undefined {
    return this.#found.get(dealId);
  }

  found(dealId: string, signing: Signing): void {
    this.#found.set(dealId, signing);
  }
}

/** The evidence of a signed deal, from its notes (decision F3). */
export async function readSigning(context: Context, call: CallContext, dealId: string): Promise<Signing> {
  const known = context.signingsKnown.of(dealId);
  if (known?.evidence) return known;
  const notes = await context.crm.notes.listFor({ module: 'Deals', id: dealId }, call);
  const evidence = notes.find((note) => note.Note_Title?.startsWith(EVIDENCE_TITLE));
  const signing = { evidence: evidence !== undefined, signedAt: signedAtIn(evidence?.Note_Content ?? null) };
  context.signingsKnown.found(dealId, signing);
  return signing;
}
