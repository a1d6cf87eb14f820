import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { useInBrowser } from '../../first-view/Takeover.tsx';
import { formatMoment } from '../../texts/format.ts';
import { DEALS } from '../../texts/page.ts';
import { QUOTE } from '../../texts/quote.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { dealQuery } from '../deals/deal-query.ts';
import { useContact } from '../gate/contact-query.ts';

export interface QuoteHeadProps {
  deal: Deal;
  answering: boolean;
  title?: string;
  children?: ReactNode;
}

/** Deal name, greeting and time of reading. For a quote that is not for sale, `title` and `children` say why. */
export function QuoteHead({ deal, answering, title, children }: QuoteHeadProps) {
  const { First_Name } = useContact();
  const says = title ?? QUOTE.greeting(First_Name ?? '');
  return (
    <div className="quote-head">
      <p className="quote-name">{deal.Deal_Name ?? DEALS.nameless}</p>
      {answering ? <h2 className="quote-title">{says}</h2> : <ScreenHeading title={says} />}
      {children}
      {!title && (
        <>
          <AsOf dealId={deal.id} />
          <p className="small">{QUOTE.valid}</p>
        </>
      )}
    </div>
  );
}

/** Uses the browser's clock; the server renders an empty line. */
function AsOf({ dealId }: { dealId: string }) {
  const inBrowser = useInBrowser();
  const at = useQueryClient().getQueryState(dealQuery(dealId).queryKey)?.dataUpdatedAt;
  return <p className="small as-of">{inBrowser && at ? QUOTE.asOf(formatMoment(at)) : '\u00a0'}</p>;
}
