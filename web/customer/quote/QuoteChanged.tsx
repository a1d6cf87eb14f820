import type { Deal } from '../../../bff/view-models/deal.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { ChangesTable } from '../../quote/ChangesTable.tsx';
import { type ComparedDeal, quoteChanges } from '../../quote/quote-changes.ts';
import { formatMoney } from '../../texts/format.ts';
import { CHANGED } from '../../texts/offer.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface QuoteNewsProps {
  before: ComparedDeal | undefined;
  now: Deal;
  onSeen: () => void;
}

/** Changes since the quote was read, and price rises after the customer changed an answer. */
export function QuoteNews({ before, now, onSeen }: QuoteNewsProps) {
  const rise = now.survey1_calc?.priceRise;
  return (
    <>
      {before && <QuoteChanged before={before} now={now} onSeen={onSeen} />}
      {rise && <PriceRise {...rise} vat={vatWords(now.quote.totals).toPay} />}
    </>
  );
}

/** The customer changed an answer after prices rose. Part of the quote, so every device shows it (decision J2). */
function PriceRise({ before, now, vat }: { before: number; now: number; vat: string }) {
  return (
    <Notice title={CHANGED.title} tone="warning">
      <p>{CHANGED.rise(formatMoney(before), formatMoney(now), vat)}</p>
    </Notice>
  );
}

/** The differences from the quote as it was read. */
function QuoteChanged({ before, now, onSeen }: QuoteNewsProps & { before: ComparedDeal }) {
  return (
    <Notice title={CHANGED.title} tone="warning" takesFocus isAlert>
      <p>{CHANGED.intro}</p>
      <ChangesTable changes={quoteChanges(before, now)} />
      <Button variant="quiet" onClick={onSeen}>
        {CHANGED.seen}
      </Button>
    </Notice>
  );
}
