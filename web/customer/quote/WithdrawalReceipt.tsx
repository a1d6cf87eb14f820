import { useQueryClient } from '@tanstack/react-query';
import { REPAID_WITHIN_DAYS } from '../../../bff/view-models/choices.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { formatDayAfter, formatMoment } from '../../texts/format.ts';
import { WITHDRAW } from '../../texts/quote-parts.ts';
import { Notice } from '../../ui/Notice.tsx';
import { withdrawalQuery } from './message-calls.ts';

/** When the withdrawal was received, and for which order; on every device and after every reload (decision I3). */
export function WithdrawalReceipt({
  deal,
  at,
}: {
  deal: Pick<Deal, 'id' | 'kenmerk'> & Partial<Pick<Deal, 'withdrawalIn'>>;
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
        {WITHDRAW.received(formatMoment(at, 0))} {WITHDRAW.contract}: {deal.kenmerk}.
      </p>
      <p>{WITHDRAW.repaid(formatDayAfter(at, REPAID_WITHIN_DAYS))}</p>
      <p>{WITHDRAW.next}</p>
    </Notice>
  );
}
