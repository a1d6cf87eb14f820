import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { operationRef } from '../access/operation-ref.ts';
import { provenEvidence } from '../agreement/evidence.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import type { OwnUser } from '../crm/own-user.ts';
import { type PressFacts, WITHDRAWAL_TITLE } from '../crm/texts/message-texts.ts';
import { refLine, signedAtIn } from '../crm/texts/note-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { isSigned } from '../quote/quote-area.ts';
import { isSigningUnknown } from '../quote/unreadable-fields.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Receipt } from '../view-models/messages.ts';
import type { ReadDeal } from './read-deal.ts';

export interface WithdrawalContext extends CrmWriter {
  portal: PortalFile;
  ownUser: OwnUser;
  /** Note, task and receipt of a withdrawal. */
  withdrawals: {
    record(crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts): Promise<string>;
    pressedAgain(found: FoundDeal): void;
  };
}

/**
 * Withdraws from a signed order: note, then task and the moment in the deal, then the receipt by mail. The note proves it, and
 * any of the three is enough, because an organisation may lock a deal that is won (decision J5). The stage is left to people.
 * Again, from wherever, is the same receipt (decision F4).
 */
export async function withdraw(
  context: WithdrawalContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  facts: PressFacts,
): Promise<Receipt> {
  const found = await read(crmOptions);
  if (isSigningUnknown(found)) throw new ProblemError('crm_unavailable');
  const deal = presentDeal(found, context.portal);
  if (!isSigned(found.deal)) throw new ProblemError('conflict', { detail: API_TEXTS.message.notSigned, deal });
  const earlier = await readWithdrawal(context, crmOptions, found);
  if (earlier) {
    context.withdrawals.pressedAgain(found);
    return earlier;
  }
  return { at: await context.withdrawals.record(crmOptions, found, facts), kenmerk: deal.kenmerk };
}

/** When the order was withdrawn from; null when it stands. Asks the CRM only about orders of before it stood in the deal. */
export async function readWithdrawal(
  context: { crm: CrmClient; ownUser: OwnUser; portal: PortalFile },
  crmOptions: CrmCallOptions,
  found: FoundDeal,
): Promise<Receipt | null> {
  if (!isSigned(found.deal)) return null;
  return receiptOf(found, context.portal) ?? (await readOlderWithdrawal(context, crmOptions, found));
}

function receiptOf(found: FoundDeal, portal: PortalFile): Receipt | null {
  const { withdrawnAt, kenmerk } = presentDeal(found, portal);
  return withdrawnAt === null ? null : { at: withdrawnAt, kenmerk };
}

/**
 * What an earlier version of the portal left: a note with the mark of this deal and this signature. Only the portal's own
 * notes count, and only those with the title of a withdrawal.
 */
async function readOlderWithdrawal(
  { crm, ownUser, portal }: { crm: CrmClient; ownUser: OwnUser; portal: PortalFile },
  crmOptions: CrmCallOptions,
  found: FoundDeal,
): Promise<Receipt | null> {
  const { deal } = found;
  if (provenEvidence(deal, portal.evidenceKeys)) return null;
  const notes = await crm.notes.listFor({ module: 'Deals', id: deal.id }, crmOptions);
  const titled = notes.filter(({ Note_Title }) => Note_Title?.startsWith(WITHDRAWAL_TITLE));
  if (titled.length === 0) return null;
  const me = await ownUser.id(crmOptions);
  const ref = refLine(operationRef(`withdraw ${deal.id} ${deal.gaikan_signature_plain} ${deal.survey1_signature}`));
  const own = titled.filter(({ Created_By, Note_Content }) => {
    return me !== null && Created_By?.id === me && Note_Content?.split('\n').at(-1) === ref;
  });
  const [note] = own.toReversed();
  const at = note ? (signedAtIn(note.Note_Content) ?? note.Created_Time) : null;
  return note && at !== null ? { at, kenmerk: (note.Note_Title ?? '').replace(WITHDRAWAL_TITLE, '') } : null;
}
