import type { Deal } from '../../../bff/view-models/deal.ts';
import { formatMoment } from '../../texts/format.ts';
import { DEALS, HELP } from '../../texts/page.ts';
import { DECLINED, MESSAGE_FORM, NOT_OPEN, UNSOLD } from '../../texts/quote-parts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../gate/contact-query.ts';
import { SellerPhone } from '../SellerPhone.tsx';
import { DownloadPdf } from './DownloadPdf.tsx';
import { OrderTerms } from './OrderTerms.tsx';
import { QuoteHead, type QuoteHeadProps } from './QuoteHead.tsx';
import { WithdrawalReceipt } from './WithdrawalReceipt.tsx';

/** Head of a quote that cannot be agreed to: its state as heading, then the receipt or the reason. */
export function UnsoldHead({ deal, answering }: QuoteHeadProps) {
  const firstName = useContact().First_Name ?? '';
  const { quoteArea, withdrawnAt, declinedAt } = deal;
  if (quoteArea === 'withdrawn') {
    return (
      <QuoteHead deal={deal} answering={answering} title={UNSOLD.withdrawn(firstName)}>
        <Since state={quoteArea} at={withdrawnAt} />
        {withdrawnAt && <WithdrawalReceipt deal={deal} at={withdrawnAt} />}
      </QuoteHead>
    );
  }
  if (quoteArea === 'declined') {
    return (
      <QuoteHead deal={deal} answering={answering} title={UNSOLD.declined(firstName)}>
        <Since state={quoteArea} at={declinedAt} />
        <Notice title={MESSAGE_FORM.decline.received}>
          <p>{MESSAGE_FORM.decline.next}</p>
        </Notice>
      </QuoteHead>
    );
  }
  if (quoteArea === 'closed') {
    return (
      <QuoteHead deal={deal} answering={answering} title={NOT_OPEN.closed.title}>
        <Notice tone="warning">
          <p className="closed">{NOT_OPEN.closed.text}</p>
        </Notice>
      </QuoteHead>
    );
  }
  const { title, missing, outdated } = NOT_OPEN.incomplete;
  return (
    <QuoteHead deal={deal} answering={answering} title={title}>
      <Notice>
        <p>
          {deal.isOutdated ? outdated : missing} <SellerPhone />.
        </p>
      </Notice>
    </QuoteHead>
  );
}

function Since({ state, at }: { state: 'withdrawn' | 'declined'; at: Deal['declinedAt'] }) {
  const status = DEALS.status[state];
  return <p className={`deal-status deal-status-${state}`}>{at ? DEALS.since(status, formatMoment(at, 0)) : status}</p>;
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
        </>
      ) : (
        <p>
          {DECLINED.closed} <SellerPhone />.
        </p>
      )}
    </Notice>
  );
}

/** Below a withdrawn order: whom to call, and its documents. */
export function Withdrawn({ deal }: { deal: Deal }) {
  return (
    <>
      <OrderTerms deal={deal} />
      <section className="withdrawn no-print">
        <p>
          <SellerPhone before={HELP.call} />
        </p>
        <div className="button-row">
          <DownloadPdf dealId={deal.id} />
        </div>
      </section>
    </>
  );
}

/** Staff took the quote back after the approval: the customer must know that nothing was signed. */
export function NotOpen() {
  return (
    <Notice title={NOT_OPEN.takenBack.title} tone="problem" takesFocus>
      <p>{NOT_OPEN.takenBack.text}</p>
      <p>
        <SellerPhone before={HELP.call} />
      </p>
    </Notice>
  );
}
