import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmError } from '../../crm-contract/errors.ts';
import { operationRef } from '../access/idempotency-cache.ts';
import {
  isOwnSignature,
  type SignedOffer,
  type Signer,
  type SigningContext,
  sign,
  signatureFields,
} from '../agreement/sign.ts';
import { financingChoice } from '../crm/texts/note-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { DealContact, DealFields, FoundDeal } from '../quote/found-deal.ts';
import { nameConditions } from '../quote/quote-fingerprint.ts';
import type { Limit } from '../shared-store/shared-store.ts';
import type { Approval, Conditions, Deal } from '../view-models/deal.ts';
import { missingDetails } from '../view-models/order-details.ts';
import { changeDeal, changedMeanwhile } from './change-deal.ts';
import { readFinancing, recordFinancing, refuseUnlessOffered } from './financing.ts';
import { presentDeal } from './present-deal.ts';
import type { DeskNews, ReadDeal } from './read-deal.ts';

export interface ApprovalContext extends SigningContext, DeskNews {
  /** Limits how often the choice of financing of a deal may be noted. */
  financingChoices: Limit;
}

/**
 * Approving states an intent; signing makes the contract (decision F2). Both apply to the quote shown to the customer.
 * If the fingerprint differs, the portal answers with the present quote and writes nothing (decision F1). The evidence
 * of a signature is part of the write that signs (decision I1); stage, note, PDF and mail follow.
 */
export async function approveDeal(
  context: ApprovalContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  body: Approval,
  signer: Signer,
): Promise<Deal> {
  const { portal } = context;
  const name = body.gaikan_signature_plain;
  let shown: Deal | undefined;
  const decide = async (current: FoundDeal) => {
    if (name !== undefined && isOwnSignature(current, portal, signer)) return null;
    // A customer who declined may still agree (decision I3).
    shown = presentDeal({ ...current, deal: { ...current.deal, portal_declined_at: null } }, portal);
    const stored = presentDeal(current, portal);
    refuseUnlessOpen(shown, stored, body);
    refuseUnlessOffered(shown, body.financing);
    const intent = intentPatch(current);
    if (name === undefined) return intent;
    refuseWithoutDetails(current.contact, stored);
    const payment = await paymentOf(context, crmOptions, shown, body);
    const confirmedByCustomer = body.fingerprint !== undefined;
    const { terms } = shown.conditions;
    const offer = { shown, name, confirmedByCustomer, terms, ...nameConditions(shown.conditions), ...payment, signer };
    return { ...intent, ...signatureFields(context, current, offer) };
  };
  if (name !== undefined) {
    const conflict = (now: FoundDeal, cause: CrmError) => changedMeanwhile(now, portal, cause);
    const { isRecorded, found } = await sign(context, crmOptions, { read, decide, conflict });
    const deal = presentDeal(found, portal);
    if (!isRecorded) {
      const detail = `${API_TEXTS.signing.notRecorded} ${API_TEXTS.reach(portal.seller)}`;
      throw new ProblemError('not_recorded', { detail, deal });
    }
    context.tellDesk(found, 'signed');
    return deal;
  }

  const { found } = await changeDeal(context, crmOptions, { read, decide });
  context.tellDesk(found, 'approved');
  if (shown?.financing && body.financing !== undefined) {
    const ref = operationRef(signer.idempotencyKey ?? crypto.randomUUID());
    await recordFinancing(context, crmOptions, shown, { chosen: body.financing, ref, ip: signer.ip });
  }
  return presentDeal(found, portal);
}

/** A deal with an open quote. */
type OpenDeal = Deal & { conditions: Conditions };

/**
 * The method of payment in words. With financing also the texts that were shown with it, otherwise the parts to pay.
 */
async function paymentOf(
  context: ApprovalContext,
  crmOptions: CrmCallOptions,
  shown: OpenDeal,
  body: Approval,
): Promise<Pick<SignedOffer, 'payment' | 'loan' | 'payments'>> {
  const { loan, payments } = shown.conditions;
  const chosen = shown.financing && (body.financing ?? (await readFinancing(context, crmOptions, shown)));
  if (chosen === null) return { payment: null, loan: null, payments };
  const payment = financingChoice(shown, chosen, loan?.licenceHolder);
  return chosen ? { payment, loan, payments: [] } : { payment, loan: null, payments };
}

/** A refusal returns `deal`, the stored deal as a reload shows it: declined, if the customer declined it earlier. */
function refuseUnlessOpen(shown: Deal, deal: Deal, body: Approval): asserts shown is OpenDeal {
  if (shown.quoteArea === 'withdrawn') {
    throw new ProblemError('already_signed', { detail: API_TEXTS.signing.withdrawn, deal });
  }
  if (shown.quoteArea === 'signed') {
    throw new ProblemError('already_signed', { detail: API_TEXTS.signing.alreadySigned, deal });
  }
  if (body.fingerprint !== undefined && body.fingerprint !== shown.fingerprint) {
    throw new ProblemError('quote_changed', { detail: API_TEXTS.signing.quoteChanged, deal });
  }
  if (shown.quoteArea === 'closed') {
    throw new ProblemError('forbidden', { detail: API_TEXTS.signing.notReleased, deal });
  }
  if (shown.quoteArea !== 'approve' || !shown.conditions) {
    const detail = shown.isOutdated ? API_TEXTS.signing.outdated : API_TEXTS.signing.incomplete;
    throw new ProblemError('quote_incomplete', { detail, deal });
  }
  if (!shown.survey1_approve_clicked && !body.survey1_approve_clicked) {
    throw new ProblemError('conflict', { detail: API_TEXTS.signing.notApproved, deal });
  }
}

function refuseWithoutDetails(contact: DealContact, deal: Deal): void {
  const missing = missingDetails(contact);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map((detail) => [detail, API_TEXTS.signing.missing[detail]]));
  throw new ProblemError('details_missing', { detail: API_TEXTS.signing.detailsMissing, fields, deal });
}

/** Approving revokes an earlier refusal of the quote. */
function intentPatch({ deal }: FoundDeal): DealFields {
  return {
    ...(deal.survey1_approve_clicked !== true && { survey1_approve_clicked: true }),
    ...(deal.portal_declined_at !== null && { portal_declined_at: null }),
  };
}
