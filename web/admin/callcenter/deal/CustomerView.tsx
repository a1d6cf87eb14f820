import { useState } from 'react';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { QuoteHighlights } from '../../../customer/quote/QuoteHighlights.tsx';
import { QuoteParties } from '../../../customer/quote/QuoteParties.tsx';
import { QuoteTable } from '../../../customer/quote/QuoteTable.tsx';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { Money } from '../../../ui/Money.tsx';
import '../../../customer/quote/quote.css';
import '../../../customer/quote/quote-rows.css';
import '../../../customer/quote/quote-total.css';

/** The quote, drawn with the customer's own components. */
export function CustomerView({ deal }: { deal: AdminDeal }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="customer-view" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{DEAL_PANEL.customerView}</summary>
      {open && (
        <div className="quote">
          {deal.survey1_calc && (
            <>
              <QuoteHighlights deal={deal} />
              <QuoteParties deal={deal} />
              <QuoteTable deal={deal} />
              <p className="customer-view-total">
                {DEAL_PANEL.totals.final} <Money value={deal.quote.totals.finalInclVat} />
              </p>
            </>
          )}
        </div>
      )}
    </details>
  );
}
