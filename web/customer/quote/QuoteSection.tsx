import { useRef, useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { DEALS } from '../../texts/deals.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { QuoteArea } from './QuoteArea.tsx';
import { QuoteChanged } from './QuoteChanged.tsx';
import { QuoteHighlights } from './QuoteHighlights.tsx';
import { QuoteParties } from './QuoteParties.tsx';
import { QuoteTable } from './QuoteTable.tsx';
import { ReviewBadge } from './ReviewBadge.tsx';
import { useMarkViewed } from './use-mark-viewed.ts';
import { useQuoteChanges } from './use-quote-changes.ts';
import './quote.css';

interface QuoteSectionProps {
  deal: Deal;
  /** The survey stands above the quote, with its own heading. */
  answering: boolean;
}

/** The quote in its seven parts (portal §2.5); nothing as long as there is no calculation. */
export function QuoteSection({ deal, answering }: QuoteSectionProps) {
  const { changes, acknowledge } = useQuoteChanges(deal, answering);
  const [approvedFingerprint, setApprovedFingerprint] = useState<string>();
  const section = useRef<HTMLElement>(null);
  useMarkViewed(section, deal);
  if (!deal.survey1_calc) return null;

  function approved(fingerprint: string) {
    setApprovedFingerprint(fingerprint);
    acknowledge();
  }

  const name = deal.Deal_Name ?? DEALS.nameless;
  return (
    <section className="quote" ref={section}>
      {answering ? <h2 className="quote-title">{name}</h2> : <ScreenHeading title={name} />}
      {changes && deal.quoteArea !== 'signed' && <QuoteChanged changes={changes} onSeen={acknowledge} />}
      <QuoteHighlights deal={deal} />
      <ReviewBadge />
      <QuoteParties deal={deal} />
      <QuoteTable deal={deal} />
      <QuoteArea deal={deal} approved={approvedFingerprint === deal.fingerprint} onApproved={approved} />
    </section>
  );
}
