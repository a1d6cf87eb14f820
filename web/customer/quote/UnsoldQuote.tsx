import type { Deal } from '../../../bff/view-models/deal.ts';
import { QuoteHighlights } from '../../quote/QuoteSheet.tsx';
import { formatMoment } from '../../texts/format.ts';
import { DEAL_STATUS, statusSince } from '../../texts/offer.ts';
import { WITHDRAW } from '../../texts/order.ts';
import { DECLINED, MESSAGE_FORM, NOT_OPEN, UNSOLD } from '../../texts/quote-parts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../contact-and-deal.ts';
import { CallUs, SellerPhone } from '../Help.tsx';
import { KeepOrder } from './DownloadPdf.tsx';
import { FoldedRows } from './FoldedRows.tsx';
import { OrderTerms, WithdrawalReceipt } from './OrderRecord.tsx';
import { QuoteHead, type QuoteHeadProps } from './QuoteOffer.tsx';

interface UnsoldHeadProps extends QuoteHeadProps {
  /** The customer agreed on this screen, and may believe to have signed. */
  isTakenBack: boolean;
}

/** Head of a quote that cannot be agreed to: its state as heading, then the receipt or the reason. */
export function UnsoldHead({ deal, answering, isTakenBack }: UnsoldHeadProps) {
  const firstName = useContact().First_Name ?? '';
  const { quoteArea, declinedAt } = deal;
  if (quoteArea === 'declined') {
    return (
      <QuoteHead deal={deal} answering={answering} title={UNSOLD.declined(firstName)}>
        <Notice title={MESSAGE_FORM.decline.received}>
          <p>{declinedAt ? statusSince(DEAL_STATUS.declined, formatMoment(declinedAt, 0)) : DEAL_STATUS.declined}.</p>
          <p>{MESSAGE_FORM.decline.next}</p>
        </Notice>
      </QuoteHead>
    );
  }
  const { closed, incomplete, takenBack } = NOT_OPEN;
  const isClosed = quoteArea === 'closed';
  const reason = isClosed ? closed.text : deal.isOutdated ? incomplete.outdated : incomplete.missing;
  const title = isTakenBack ? takenBack.title : isClosed ? closed.title : incomplete.title;
  return (
    <QuoteHead deal={deal} answering={answering} title={title}>
      <Notice tone="warning" takesFocus={isTakenBack} isAlert={isTakenBack}>
        {isTakenBack && <p>{takenBack.nothing}</p>}
        <p className={isClosed ? 'closed' : undefined}>{reason}</p>
        {!isClosed && <CallUs />}
      </Notice>
    </QuoteHead>
  );
}

/** Nothing is sold, so the rows are collapsed until the customer reconsiders. */
export function DeclinedRows({ deal }: { deal: Deal }) {
  return <FoldedRows deal={deal} title={UNSOLD.rows} />;
}

/** Below a declined quote: the customer can reconsider (decision I3). */
export function Declined({ deal, onReconsider }: { deal: Deal; onReconsider: () => void }) {
  return (
    <Notice title={DECLINED.title}>
      {deal.canReconsider ? (
        <>
          <p>{DECLINED.text}</p>
          <Button variant="quiet" onClick={onReconsider}>
            {DECLINED.reconsider}
          </Button>
          <CallUs />
        </>
      ) : (
        <p>
          {DECLINED.closed} <SellerPhone />.
        </p>
      )}
    </Notice>
  );
}

/** A withdrawn order: its receipt, whom to call, and its documents; what was ordered is folded. */
export function WithdrawnPage({ deal, answering }: QuoteHeadProps) {
  const firstName = useContact().First_Name ?? '';
  const { withdrawnAt, withdrawalIn } = deal;
  const title = withdrawalIn === 'field' ? UNSOLD.withdrawnByField : UNSOLD.withdrawn;
  return (
    <>
      <QuoteHead deal={deal} answering={answering} title={title(firstName)}>
        {withdrawnAt && <WithdrawalReceipt deal={deal} at={withdrawnAt} />}
      </QuoteHead>
      <FoldedRows deal={deal}>
        <QuoteHighlights deal={deal} />
      </FoldedRows>
      <OrderTerms deal={deal} />
      <section className="withdrawn no-print">
        <h2>{WITHDRAW.keep}</h2>
        <KeepOrder dealId={deal.id} />
        <CallUs />
      </section>
    </>
  );
}

/** The quote is hidden after the approval: the customer must know that nothing was signed. */
export function Hidden() {
  const { title, nothing, hidden } = NOT_OPEN.takenBack;
  return (
    <Notice title={`${title}.`} tone="warning" takesFocus isAlert>
      <p>
        {nothing} {hidden}
      </p>
      <CallUs />
    </Notice>
  );
}

/** Above a declined quote that the customer looks at again. */
export function Reconsidered() {
  return (
    <Notice>
      <p>{DECLINED.reconsidered}</p>
    </Notice>
  );
}
