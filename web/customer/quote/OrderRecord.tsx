import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { REPAID_WITHIN_DAYS } from '../../../bff/view-models/payments.ts';
import { formatDayAfter, formatMoment } from '../../texts/format.ts';
import { SIGN, WITHDRAW } from '../../texts/order.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SENT_WITHIN_MS, withdrawalQuery } from './acts.tsx';
import { Terms } from './GoodToKnow.tsx';
import { LoanTerms, LoanWarning } from './Paying.tsx';

/** The payment and terms of a signed order as agreed at the time (decision J7). */
export function OrderTerms({ deal: { signing, quoteArea } }: { deal: Deal }) {
  if (!signing) return <p className="print-only">{SIGN.termsUnknown}</p>;
  const { payment, loan, terms } = signing;
  return (
    <>
      {payment && (
        <p>
          {SIGN.payment} {payment}.
        </p>
      )}
      {loan && (
        <>
          <LoanWarning loan={loan} />
          <LoanTerms loan={loan} />
        </>
      )}
      {quoteArea !== 'withdrawn' && (
        <p className="print-only">
          <strong>{SIGN.withdrawalTitle}.</strong> {SIGN.withdrawal}
        </p>
      )}
      {terms.paragraphs ? (
        <Terms terms={{ version: terms.version, paragraphs: terms.paragraphs }}>
          {SIGN.termsTitle} <span className="small">{terms.version}</span>
        </Terms>
      ) : (
        <p className="small">{SIGN.termsEarlier(terms.version)}</p>
      )}
    </>
  );
}

/** When the withdrawal was received, and for which order; on every device and after every reload (decision I3). */
export function WithdrawalReceipt({
  deal,
  at,
}: {
  deal: Pick<Deal, 'id' | 'kenmerk' | 'receiptTo'> & Partial<Pick<Deal, 'withdrawalIn'>>;
  at: string;
}) {
  // Only a withdrawal made in this session takes the focus.
  const isNew = useQueryClient().getQueryData(withdrawalQuery(deal.id).queryKey) != null;
  if (deal.withdrawalIn === 'field') {
    return (
      <Notice title={WITHDRAW.administration}>
        <p>
          {WITHDRAW.since(formatMoment(at, 0))} {WITHDRAW.contract}: {deal.kenmerk}.
        </p>
        <p>{WITHDRAW.nextOfAdministration}</p>
      </Notice>
    );
  }
  return (
    <Notice title={WITHDRAW.receipt} takesFocus={isNew}>
      <p>
        {WITHDRAW.since(formatDayAfter(at, 0))} {WITHDRAW.received(formatMoment(at, 0))} {WITHDRAW.contract}:{' '}
        {deal.kenmerk}.
      </p>
      <p>{WITHDRAW.repaid(formatDayAfter(at, REPAID_WITHIN_DAYS))}</p>
      <p>{WITHDRAW.next}</p>
      {/* The device's clock may differ from the server's. */}
      <p suppressHydrationWarning>
        <SentReceipt at={at} to={deal.receiptTo} />
      </p>
    </Notice>
  );
}

/** The CRM does not record that the receipt was sent, so the page promises it only for a while. */
function SentReceipt({ at, to }: { at: string; to: Deal['receiptTo'] }) {
  const [nowMs] = useState(Date.now);
  if (nowMs - Date.parse(at) >= SENT_WITHIN_MS) return WITHDRAW.missing;
  return to === null ? `${WITHDRAW.notMailed}.` : WITHDRAW.sent;
}
