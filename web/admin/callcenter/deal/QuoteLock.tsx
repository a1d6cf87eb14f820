import type { ReactNode } from 'react';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';

/** Around what changes a quote: once it is signed nothing of it can be pressed, and the legend says why (decision E10). */
export function QuoteLock({ deal, children }: { deal: AdminDeal; children: ReactNode }) {
  if (deal.quoteArea !== 'signed') return children;
  return (
    <fieldset className="quote-lock" disabled>
      <legend>{DEAL_PANEL.frozen}</legend>
      {children}
    </fieldset>
  );
}
