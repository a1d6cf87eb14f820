import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import type { EvidenceKeys } from '../site/evidence-keys.ts';
import { provenEvidence, type SignatureEvidence, withCopyState } from './evidence.ts';
import type { CopyState } from './evidence-v1.ts';

// Which process finishes an order is stored in the order's own evidence, so that it is true for every process and after a crash.

/** Far longer than what follows from a press takes, and as long as a customer may wait for another process to take over. */
export const HOLD_MS = 5 * 60_000;
/** A deal that changes more often is somebody at work. */
const MAX_ATTEMPTS = 3;

/**
 * Tries to become the process that finishes this order: a guarded write, which the CRM takes from one only. Where
 * `Modified_Time` cannot be read there is no guard, and two processes may both go on.
 *
 * @returns the deal as it is after the write; null when it has changed since
 * @throws CrmError when the write did not go, or nobody can tell: then the hold may be ours without our knowing
 */
export async function claim(crm: CrmClient, found: FoundDeal, patch: DealFields): Promise<FoundDeal | null> {
  const { id, Modified_Time } = found.deal;
  try {
    const guard = Modified_Time === null ? {} : { unmodifiedSince: Modified_Time };
    const written = await crm.deals.update(id, patch, crmOptionsFor('background'), guard);
    return { ...found, deal: { ...found.deal, ...patch, Modified_Time: written.Modified_Time } };
  } catch (error) {
    if (error instanceof CrmError && error.kind === 'conflict') return null;
    throw error;
  }
}

/**
 * Lets an order go, or says that a colleague was asked: in the evidence as the CRM has it now, as long as it is of the same
 * signature and this very hold. Guarded, so that trying it again after a lost answer harms nobody.
 */
export async function changeHold(
  { crm, portal: { evidenceKeys } }: { crm: CrmClient; portal: { evidenceKeys: EvidenceKeys } },
  found: FoundDeal,
  ours: SignatureEvidence,
  change: Partial<CopyState>,
): Promise<void> {
  const crmOptions = crmOptionsFor('background');
  const { id } = found.deal;
  // As it was right after the write that made the hold ours: where nobody wrote since, that saves a call.
  let deal = heldIn(found.deal, ours, evidenceKeys) && found.deal.Modified_Time !== null ? found.deal : null;
  for (let tries = 1; ; tries += 1) {
    deal ??= await crm.deals.read(id, crmOptions);
    const held = deal && heldIn(deal, ours, evidenceKeys);
    if (!deal || !held) return;
    const patch = { portal_signature_evidence: withCopyState(held.stored, { ...held.copy, ...change }) };
    const guard = deal.Modified_Time === null ? {} : { unmodifiedSince: deal.Modified_Time };
    try {
      await crm.deals.update(id, patch, crmOptions, guard);
      return;
    } catch (error) {
      if (!(error instanceof CrmError) || error.kind !== 'conflict' || tries === MAX_ATTEMPTS) throw error;
      deal = null;
    }
  }
}

/** The evidence in a deal, as long as it is of the same signature and this very hold. */
function heldIn(deal: FoundDeal['deal'], ours: SignatureEvidence, keys: EvidenceKeys) {
  const stored = deal.portal_signature_evidence;
  const evidence = provenEvidence(deal, keys);
  if (stored === null || evidence?.signedAt !== ours.signedAt) return null;
  const { copy } = evidence;
  return copy.heldBy === ours.copy.heldBy && copy.heldUntil === ours.copy.heldUntil ? { stored, copy } : null;
}
