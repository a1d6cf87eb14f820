import { useQueryClient } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { useInBrowser } from '../../first-view/use-in-browser.ts';
import { DEALS } from '../../texts/deals.ts';
import { formatMoment } from '../../texts/format.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { dealQuery } from '../deals/deal-query.ts';
import { useContact } from '../gate/contact-context.ts';

/** Whose quote it is, which one, and as of when; one that is not released says so before its price. */
export function QuoteHead({ deal, answering }: { deal: Deal; answering: boolean }) {
  const { First_Name } = useContact();
  const greeting = deal.quoteArea === 'withdrawn' ? QUOTE.withdrawn : QUOTE.greeting;
  const title = greeting(First_Name ?? '');
  return (
    <>
      <div className="quote-head">
        <p className="quote-name">{deal.Deal_Name ?? DEALS.nameless}</p>
        {answering ? <h2 className="quote-title">{title}</h2> : <ScreenHeading title={title} />}
        <AsOf dealId={deal.id} />
      </div>
      {deal.quoteArea === 'closed' && (
        <Notice tone="warning" title={QUOTE.closedTitle}>
          <p className="closed">{QUOTE.closed}</p>
        </Notice>
      )}
    </>
  );
}

/** The browser's own clock says it: the page that the server drew leaves the line open. */
function AsOf({ dealId }: { dealId: string }) {
  const inBrowser = useInBrowser();
  const at = useQueryClient().getQueryState(dealQuery(dealId).queryKey)?.dataUpdatedAt;
  return <p className="small as-of">{inBrowser && at ? QUOTE.asOf(formatMoment(at)) : '\u00a0'}</p>;
}
