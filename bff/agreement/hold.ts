import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { monotonicClock, pause } from '../../crm-contract/monotonic-clock.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import type { EvidenceKeys } from '../site/signing-keys.ts';
import { provenEvidence, type SignatureEvidence, withCopyState } from './evidence.ts';
import type { CopyState } from './evidence-v1.ts';

// The process that finishes an order is stored as a lease in the order's evidence, where every process sees it and a
// crash does not lose it.

/**
 * Far longer than the work after a signature takes, and as long as a customer may wait for another process to take
 * over.
 */
export const HOLD_MS = 5 * 60_000;
/** Somebody is editing a deal that changes more often. */
const MAX_ATTEMPTS = 3;
const SECOND_MS = 1_000;

/**
 * Tries to become the process that finishes this order: a guarded write, which the CRM accepts from one process only.
 * The guard has whole seconds: within the second of the deal's last change the CRM accepts the write from several, so
 * it is repeated until it falls in a later second. Without a readable `Modified_Time` there is no guard, and two
 * processes may both continue.
 *
 * @returns the deal after the write; null if it has changed since
 * @throws CrmError if the write failed or its outcome is unknown: then this process may hold the lease without knowing
 */
export async function claim(crm: CrmClient, found: FoundDeal, patch: DealFields): Promise<FoundDeal | null> {
  const { id, Modified_Time } = found.deal;
  try {
    const guard = Modified_Time === null ? {} : { unmodifiedSince: Modified_Time };
    for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
      const written = await crm.deals.update(id, patch, crmOptionsFor('background'), guard);
      if (Modified_Time === null || !isSameSecond(written.Modified_Time, Modified_Time))
        return { ...found, deal: { ...found.deal, ...patch, Modified_Time: written.Modified_Time } };
      await pause(monotonicClock, SECOND_MS);
    }
    return null;
  } catch (error) {
    if (error instanceof CrmError && error.kind === 'conflict') return null;
    throw error;
  }
}

/** The CRM gives a moment in a time zone of its choice. */
const isSameSecond = (one: string | null, other: string) => one !== null && Date.parse(one) === Date.parse(other);

/**
 * Releases an order, or records that a colleague was asked. Changes the present evidence in the CRM, provided that it
 * has the same signature and this lease. Guarded, so that a retry after a lost answer is harmless.
 */
export async function changeHold(
  { crm, portal: { evidenceKeys } }: { crm: CrmClient; portal: { evidenceKeys: EvidenceKeys } },
  found: FoundDeal,
  ours: SignatureEvidence,
  change: Partial<CopyState>,
): Promise<void> {
  const crmOptions = crmOptionsFor('background');
  const { id } = found.deal;
  // The deal as it was after our own write: if nobody wrote since, that saves a call.
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

/** The deal's evidence, provided that it has the same signature and this lease. */
function heldIn(deal: FoundDeal['deal'], ours: SignatureEvidence, keys: EvidenceKeys) {
  const stored = deal.portal_signature_evidence;
  const evidence = provenEvidence(deal, keys);
  if (stored === null || evidence?.signedAt !== ours.signedAt) return null;
  const { copy } = evidence;
  return copy.heldBy === ours.copy.heldBy && copy.heldUntil === ours.copy.heldUntil ? { stored, copy } : null;
}
