import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { operationRef } from '../access/operation-ref.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';

/** The evidence of a signature, or that there is none. */
export interface Signing {
  evidence: boolean;
  /** ISO time; null where the evidence was repaired later and does not state it. */
  signedAt: string | null;
}

/** A deal with the signature that it carries now. */
export type SignedDeal = Pick<Deal, 'id' | 'gaikan_signature_plain' | 'survey1_signature'>;

/**
 * Known evidence, by signature: staff may replace one in the CRM. What was found never changes; what was not may be
 * repaired, so it is looked for again.
 */
export class SigningsKnown {
  readonly #found = boundedCache<string, Signing>(20_000);

  of(deal: SignedDeal): Signing | undefined {
    return this.#found.get(keyOf(deal));
  }

  found(deal: SignedDeal, signing: Signing): void {
    this.#found.set(keyOf(deal), signing);
  }
}

function keyOf({ id, gaikan_signature_plain, survey1_signature }: SignedDeal): string {
  return operationRef(`${id} ${gaikan_signature_plain} ${survey1_signature}`);
}
