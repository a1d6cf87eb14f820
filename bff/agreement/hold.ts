import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { MINUTE_MS, SECOND_MS } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { unlessModified } from '../crm/guarded-write.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import type { EvidenceKeys } from '../site/signing-keys.ts';
import { provenEvidence, type SignatureEvidence, withCopyState } from './evidence.ts';
import type { CopyState } from './evidence-v1.ts';

// The process that finishes an order holds a lease. The lease is stored in the order's evidence, where every process
// sees it and a crash does not lose it.

/** The work after a signature takes far less time. A customer can wait this long for another process to take over. */
export const HOLD_MS = 5 * MINUTE_MS;
/** If a deal changes more often, somebody is editing it. */
const MAX_ATTEMPTS = 3;

/**
 * Tries to become the process that finishes this order, with a guarded write that the CRM accepts from one process
 * only. The guard counts whole seconds. In the second of the deal's last change, the CRM accepts the write from several
 * processes, so the write is repeated until it falls in a later second. Without a readable `Modified_Time` there is no
 * guard, and two processes may both continue.
 *
 * @returns the deal after the write; null if somebody else has changed the deal since, or if no write fell in a later
 * second
 * @throws CrmError if the write failed or its outcome is unknown; this process may then hold the lease unknowingly
 */
export async function claim(
  { crm, background }: CrmWriter,
  found: FoundDeal,
  patch: DealFields,
): Promise<FoundDeal | null> {
  const { id, Modified_Time } = found.deal;
  try {
    const guard = unlessModified(found.deal);
    for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
      const written = await crm.deals.update(id, patch, crmOptionsFor('background'), guard);
      if (Modified_Time === null || !isSameSecond(written.Modified_Time, Modified_Time))
        return { ...found, deal: { ...found.deal, ...patch, Modified_Time: written.Modified_Time } };
      await background.pause(SECOND_MS);
    }
    return null;
  } catch (error) {
    if (error instanceof CrmError && error.kind === 'conflict') return null;
    throw error;
  }
}

/** The CRM may return the same moment in different time zones. */
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
  // Starts from the deal after our own write, which saves a call if nobody wrote since.
  let deal = heldIn(found.deal, ours, evidenceKeys) && found.deal.Modified_Time !== null ? found.deal : null;
  for (let tries = 1; ; tries += 1) {
    deal ??= await crm.deals.read(id, crmOptions);
    const held = deal && heldIn(deal, ours, evidenceKeys);
    if (!deal || !held) return;
    const patch = { portal_signature_evidence: withCopyState(held.stored, { ...held.copy, ...change }) };
    try {
      await crm.deals.update(id, patch, crmOptions, unlessModified(deal));
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
