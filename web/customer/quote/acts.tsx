import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Receipt, ReceiptAnswer, WithdrawalAnswer } from '../../../bff/view-models/deal.ts';
import { isRequestFailed, RequestFailed } from '../../api/ask-bff.ts';
import { MESSAGES } from '../../texts/quote.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { dealApiPath, sendPress } from '../contact-and-deal.ts';
import { askAsCustomer } from '../gate/visitor.ts';
import { CallUs } from '../Help.tsx';
import { changePath, rememberFlow } from '../survey/deal-survey-steps.ts';

/** The part with the pages of a declined, withdrawn or closed quote. */
export const UNSOLD_FILE = 'customer/quote/UnsoldQuote.tsx';

/** After an hour a copy or receipt that was not mailed is left to a colleague. A locked deal does not record either. */
export const SENT_WITHIN_MS = 3_600_000;

interface DetailsLinkProps {
  dealId: string;
  className?: string;
  children?: ReactNode;
}

/** Opens the contact's details; after they are saved, the quote is shown again. */
export function DetailsLink({ dealId, className, children = MESSAGES.giveDetails }: DetailsLinkProps) {
  return (
    <Link className={className} to={changePath(dealId, 'contact')} onClick={() => rememberFlow(dealId, 'changing')}>
      {children}
    </Link>
  );
}

/** Sends a message about a quote or an order; resolves with a receipt once the CRM has it. */
export function sendMessage(dealId: string, what: 'question' | 'decline' | 'withdraw', body: object) {
  const path = dealApiPath(dealId, `/${what}`);
  return sendPress(`${what}:${dealId}`, body, async (idempotencyKey): Promise<Receipt> => {
    const answer = await askAsCustomer<ReceiptAnswer>(path, { method: 'POST', body, idempotencyKey });
    // A program between the browser and the server, such as a proxy, may have answered: then there is no receipt, and
    // nobody knows whether anything was stored.
    if (!answer?.receipt) throw new RequestFailed(0);
    return answer.receipt;
  });
}

/** The receipt of an earlier withdrawal on any device; null while the order stands. */
export function withdrawalQuery(dealId: string) {
  return queryOptions({
    queryKey: ['withdrawal', dealId],
    queryFn: async ({ signal }) =>
      (await askAsCustomer<WithdrawalAnswer>(dealApiPath(dealId, '/withdraw'), { signal })).receipt,
  });
}

interface ActProblemProps {
  error: Error;
  before?: string;
  /** Replaces `before` if the CRM did not record it. */
  notRecorded?: string;
  unknown: { readonly title: string; readonly text: string };
  /** Other ways to do the same. */
  otherWays?: string;
}

/** Why a press failed, and whom to call. */
export function ActProblem({ error, before = '', notRecorded = before, unknown, otherWays }: ActProblemProps) {
  const isNotRecorded = isRequestFailed(error) && error.code === 'not_recorded';
  return (
    <SaveProblem error={error} before={isNotRecorded ? notRecorded : before} unknown={unknown}>
      {/* If the withdrawal was not recorded, the server's text already names the other ways. */}
      {otherWays && !isNotRecorded && <p>{otherWays}</p>}
      <CallUs />
    </SaveProblem>
  );
}
