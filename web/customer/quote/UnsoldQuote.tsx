import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/drawing.tsx';
import { QuoteHighlights } from '../../quote/QuoteSheet.tsx';
import { formatDayAfter, formatMoment } from '../../texts/format.ts';
import { DEAL_STATUS, statusSince } from '../../texts/offer.ts';
import { WITHDRAW } from '../../texts/order.ts';
import { HELP } from '../../texts/page.ts';
import { DECLINED, MESSAGE_FORM, NOT_OPEN, UNSOLD } from '../../texts/quote-parts.ts';
import { Button } from '../../ui/Button.tsx';
import { Extra, PART_FAILED } from '../../ui/Crash.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../contact-and-deal.ts';
import { CallUs, SellerPhone } from '../Help.tsx';
import { KeepOrder } from './DownloadPdf.tsx';
import { FoldedRows } from './FoldedRows.tsx';
import { OrderTerms, WithdrawalReceipt } from './OrderRecord.tsx';
import { QuoteHead, type QuoteHeadProps } from './QuoteOffer.tsx';

/** Lazy-loaded: a withdrawal that the customer can still make is rare here. */
const SignedEnd = part('customer/quote/SignedEnd.tsx', () => import('./SignedEnd.tsx'), 'SignedEnd');

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
  const { title, reason, call } = whyNotOpen(deal);
  return (
    <QuoteHead deal={deal} answering={answering} title={isTakenBack ? NOT_OPEN.takenBack.title : title}>
      <Notice tone="warning" takesFocus={isTakenBack} isAlert={isTakenBack}>
        {isTakenBack && <p>{NOT_OPEN.takenBack.nothing}</p>}
        <p className={quoteArea === 'closed' ? 'closed' : undefined}>{reason}</p>
        {call && <CallUs before={call} />}
      </Notice>
    </QuoteHead>
  );
}

/** Why nobody can agree to this quote now; `call` introduces the phone number, if the number is shown. */
function whyNotOpen({ status, quoteArea, isOutdated }: Deal): { title: string; reason: string; call?: string } {
  const { ended, closed, incomplete } = NOT_OPEN;
  if (status === 'ended') return { title: ended.title, reason: ended.text, call: ended.call };
  if (quoteArea === 'closed') return { title: closed.title, reason: closed.text };
  const reason = isOutdated ? incomplete.outdated : incomplete.missing;
  return { title: incomplete.title, reason, call: HELP.call };
}

/** Nothing is sold, so the rows are collapsed until the customer reconsiders. */
export function DeclinedRows({ deal }: { deal: Deal }) {
  return <FoldedRows deal={deal} title={UNSOLD.rows} />;
}

/** Below a declined quote: the customer can reconsider (decision I3). */
export function Declined({ deal, onReconsider }: { deal: Deal; onReconsider: () => void }) {
  return (
    <section className="reconsider">
      {deal.canReconsider && deal.declinedAt ? (
        <>
          <h2>{DECLINED.title(formatDayAfter(deal.declinedAt, 0))}</h2>
          <p>{DECLINED.text}</p>
          <Button variant="quiet" onClick={onReconsider}>
            {DECLINED.reconsider}
          </Button>
          <CallUs />
        </>
      ) : (
        <>
          <h2>{DECLINED.closedTitle}</h2>
          <p>
            {DECLINED.closed} <SellerPhone />.
          </p>
        </>
      )}
    </section>
  );
}

/**
 * A withdrawn order: its receipt, whom to call, and its documents; what was ordered is folded. A withdrawal that
 * somebody wrote in the CRM is not the customer's own, so the customer can still make it.
 */
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
      {withdrawalIn === 'field' ? (
        <Extra failed={PART_FAILED}>
          <SignedEnd deal={deal} />
        </Extra>
      ) : (
        <OrderTerms deal={deal} />
      )}
      <section className="withdrawn no-print">
        <h2>{WITHDRAW.keep}</h2>
        <KeepOrder dealId={deal.id} />
        <CallUs />
      </section>
    </>
  );
}

/** The quote is hidden after the approval: the customer must know that nothing was signed. */
export function Hidden({ deal }: { deal: Deal }) {
  const { title, nothing, hidden } = NOT_OPEN.takenBack;
  return (
    <Notice title={`${title}.`} tone="warning" takesFocus isAlert>
      <p>
        {nothing} {deal.status === 'ended' ? '' : hidden}
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
