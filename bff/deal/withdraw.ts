import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import { operationRef } from '../access/operation-ref.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { type PressFacts, WITHDRAWAL_TITLE, withdrawalText } from '../crm/texts/message-texts.ts';
import { signedAtIn } from '../crm/texts/note-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { isFrozen, presentDeal } from '../quote/present-deal.ts';
import { isSigningUnknown } from '../quote/unreadable-fields.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Receipt } from '../view-models/messages.ts';
import { findNote, leaveMessage } from './leave-message.ts';
import { receiptMail } from './receipt-mail.ts';

export interface WithdrawalContext extends CrmWriter {
  portal: PortalFile;
}

/**
 * Withdraws from a signed order: note, task and, where the CRM can send mail, a receipt by mail. The stage is left to
 * people. Again, from wherever, is the same receipt (decision F4).
 */
export async function withdraw(
  context: WithdrawalContext,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  facts: PressFacts,
): Promise<Receipt> {
  const deal = presentDeal(found, context.portal);
  if (isSigningUnknown(found)) throw new ProblemError('crm_unavailable');
  if (!isFrozen(found)) {
    throw new ProblemError('conflict', { detail: 'Deze offerte is niet ondertekend: er is niets te herroepen.', deal });
  }
  const earlier = await leaveMessage(context, crmOptions, found, withdrawalText(deal, facts), withdrawalMark(found));
  const receipt = (earlier && receiptIn(earlier)) ?? { at: facts.at, kenmerk: deal.kenmerk };
  if (!earlier) mailReceipt(context, found, receipt);
  return receipt;
}

/** What an earlier withdrawal left; null when there was none. */
export async function readWithdrawal(
  context: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  found: FoundDeal,
): Promise<Receipt | null> {
  if (!isFrozen(found)) return null;
  const note = await findNote(context, crmOptions, found.deal.id, withdrawalMark(found));
  return note && receiptIn(note);
}

/** One withdrawal per signature: who signs anew after the staff cleared the old one may withdraw anew. */
function withdrawalMark({ deal }: FoundDeal): string {
  return operationRef(`withdraw ${deal.id} ${deal.gaikan_signature_plain} ${deal.survey1_signature}`);
}

function receiptIn({ Note_Title, Note_Content, Created_Time }: Note): Receipt | null {
  const at = signedAtIn(Note_Content) ?? Created_Time;
  return at === null ? null : { at, kenmerk: (Note_Title ?? '').replace(WITHDRAWAL_TITLE, '') };
}

/** On paper or in the mailbox is what the law asks; the page shows the receipt either way, so a failure is only logged. */
function mailReceipt(context: WithdrawalContext, { contact }: FoundDeal, receipt: Receipt): void {
  const { mailFrom, brand, seller } = context.portal;
  const { Email, Full_Name, id } = contact;
  if (!mailFrom || !Email) return;
  context.background.run('withdrawal.mail', () =>
    context.crm.mail.send(
      { module: 'Contacts', id },
      {
        from: { user_name: mailFrom.name, email: mailFrom.email },
        to: [{ user_name: Full_Name ?? Email, email: Email }],
        ...receiptMail(Full_Name, receipt, brand, seller.phone),
      },
      crmOptionsFor('background'),
    ),
  );
}
