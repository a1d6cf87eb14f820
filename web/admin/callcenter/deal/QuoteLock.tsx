import type { ReactNode } from 'react';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';

/**
 * Wraps the controls that change a quote: once it is signed they are disabled, and the legend says why (decision E10).
 */
export function QuoteLock({ deal, children }: { deal: AdminDeal; children: ReactNode }) {
  if (deal.quoteArea !== 'signed' && deal.quoteArea !== 'withdrawn') return children;
  return (
    <fieldset className="quote-lock" disabled>
      <legend>{DEAL_PANEL.frozen}</legend>
      {children}
    </fieldset>
  );
}
