import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import type { WithdrawalRecord } from '../agreement/withdrawal-record.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import type { PressFacts, WithdrawnOrder } from '../crm/texts/message-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { isSigningUnknown } from '../quote/quote-inputs.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Receipt } from '../view-models/deal.ts';
import { presentDeal } from './present-deal.ts';
import type { DeskNews, ReadDeal } from './read-deal.ts';

export interface WithdrawalContext extends CrmWriter, DeskNews {
  portal: PortalFile;
  notedWithdrawals: Pick<NotedWithdrawals, 'lookUp' | 'isOfAnother'>;
  withdrawals: Pick<WithdrawalRecord, 'record' | 'resume'>;
}

/**
 * Records the withdrawal from a signed order: the note, then the task and the time in the deal, then the receipt by
 * mail. The note is the proof. An organisation may lock won deals, so one of note, task and time is enough
 * (decision J5). Staff change the stage. A repeat from any device gets the same receipt (decision F4).
 */
export async function withdraw(
  context: WithdrawalContext,
  crmOptions: CrmCallOptions,
  dealId: string,
  read: ReadDeal,
  facts: PressFacts,
): Promise<Receipt> {
  // The note may be the only record of an earlier press.
  await context.notedWithdrawals.lookUp(dealId, crmOptions);
  const found = await read(crmOptions);
  if (isSigningUnknown(found)) throw new ProblemError('crm_unavailable');
  const deal = presentDeal(found, context.portal);
  if (!isSigned(found.deal)) throw new ProblemError('conflict', { detail: API_TEXTS.message.notSigned, deal });
  // A note about an earlier order does not apply to this one.
  const earlier = context.notedWithdrawals.isOfAnother(found) ? null : withdrawalOf(found, context.portal);
  if (earlier) {
    context.background.run('withdrawal.again', () => context.withdrawals.resume(found));
    return earlier;
  }
  const at = await context.withdrawals.record(crmOptions, found, facts);
  if (at !== null) {
    context.tellDesk(found, 'withdrawal');
    return { at, kenmerk: deal.kenmerk };
  }
  const detail = `${API_TEXTS.message.notWithdrawn} ${API_TEXTS.reach(context.portal.seller)}`;
  throw new ProblemError('not_recorded', { detail, deal });
}

/**
 * The receipt of the customer's withdrawal; null if there is none, or if only the field holds a time, which anybody may
 * have written.
 */
export function withdrawalOf(found: FoundDeal, portal: PortalFile): Receipt | null {
  const { withdrawnAt, kenmerk } = presentDeal(found, portal);
  const isRequest = isSigned(found.deal) && found.withdrawalIn !== 'field';
  return isRequest && withdrawnAt !== null ? { at: withdrawnAt, kenmerk } : null;
}

/** The order as its withdrawal describes it: from the signed evidence, if proven. */
export function withdrawnOrder(found: FoundDeal, portal: PortalFile): WithdrawnOrder {
  const shown = presentDeal(found, portal);
  const { id, kenmerk, Deal_Name, gaikan_signature_plain, signature, signing, customer, quote } = shown;
  // If the portal cannot verify the evidence, nothing proves that the customer signed these amounts.
  const isUnproven = signature === 'foreign' || signature === 'unknownKey';
  return {
    dealId: id,
    contactId: found.contact.id,
    kenmerk,
    dealName: Deal_Name,
    signedBy: gaikan_signature_plain,
    signedAt: signing?.at ?? null,
    customer: customer.Full_Name,
    totals: isUnproven ? null : quote.totals,
  };
}
