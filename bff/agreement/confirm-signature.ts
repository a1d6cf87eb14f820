import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { unlessModified } from '../crm/guarded-write.ts';
import { ProblemError } from '../http/problems.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { hasSignatureOf } from './evidence.ts';

const WITHIN_MS = 3_000;
const MOST_TRIES = 3;
const BETWEEN_MS = 700;
/** With less time left, the deal is not read again, because a timeout would discard the earlier result. */
const LEAST_READ_MS = 1_000;

/** The write that signs a deal. */
interface Signing {
  /** The deal as read before the write. */
  before: FoundDeal;
  /** The deal as it should be after the write. */
  written: FoundDeal;
  /** The CRM refused this write: only an earlier attempt can have signed. */
  isRefused: boolean;
}

/**
 * Reads the deal again by its id to confirm the signature. The CRM confirms a write even if it skips a field that is
 * not in the layout, or that the API user may not write (decision J5).
 *
 * @returns the deal with its signature; null if a successful read lacks it
 * @throws ProblemError outcome_unknown if the result is uncertain
 */
export async function confirmSignature(
  { crm, background, portal }: CrmWriter & { portal: PortalFile },
  crmOptions: CrmCallOptions,
  { before, written, isRefused }: Signing,
): Promise<FoundDeal | null> {
  const asked = { ...crmOptions, deadline: deadlineIn(WITHIN_MS) };
  for (let tries = 1; ; tries += 1) {
    const isLast = () => tries === MOST_TRIES || asked.deadline.remainingMs() < BETWEEN_MS + LEAST_READ_MS;
    try {
      const deal = await crm.deals.read(written.deal.id, asked);
      if (deal && hasSignatureOf(written.deal, deal, portal.evidenceKeys)) {
        const { Stage, Modified_Time } = deal;
        return { ...written, deal: { ...written.deal, Stage, Modified_Time } };
      }
      if (isRefused || isLast()) return await takeBack(crm, crmOptions, before, written, deal);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      if (isLast()) throw new ProblemError('outcome_unknown', { cause: error });
    }
    await background.pause(BETWEEN_MS);
  }
}

/**
 * Removes the stored part of a signature, such as a name without evidence. A name alone would count as a signature,
 * although the customer is told that there is none.
 */
async function takeBack(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  before: FoundDeal,
  written: FoundDeal,
  now: Deal | null,
): Promise<null> {
  const isOurName = now?.gaikan_signature_plain === written.deal.gaikan_signature_plain;
  const isOurEvidence = now?.portal_signature_evidence === written.deal.portal_signature_evidence;
  if (now === null || !(isOurName || isOurEvidence)) return null;
  const { gaikan_signature_plain, portal_signature_evidence } = before.deal;
  const patch = { gaikan_signature_plain, ...(isOurEvidence && { portal_signature_evidence }) };
  const asked = { ...crmOptions, deadline: deadlineIn(WITHIN_MS) };
  await crm.deals.update(now.id, patch, asked, unlessModified(now)).catch((error: unknown) => {
    throw error instanceof CrmError ? new ProblemError('outcome_unknown', { cause: error }) : error;
  });
  return null;
}
