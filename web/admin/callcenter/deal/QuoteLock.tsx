import type { ReactNode } from 'react';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { LockedContext } from '../actions/PriceChange.tsx';

/**
 * Wraps the controls that change a quote: once it is signed (decision E10), or where its version is not known here, they
 * are disabled, and the legend says why.
 */
export function QuoteLock({ deal, children }: { deal: AdminDeal; children: ReactNode }) {
  const reason = whyLocked(deal);
  if (reason === null) return children;
  return (
    <fieldset className="quote-lock" disabled>
      <legend>{reason}</legend>
      <LockedContext value={true}>{children}</LockedContext>
    </fieldset>
  );
}

function whyLocked({ quoteArea, gaikan_deal_version: version }: AdminDeal) {
  if (quoteArea === 'signed' || quoteArea === 'withdrawn') return DEAL_PANEL.frozen;
  return version && version !== '2' ? DEAL_PANEL.unknownVersion(version) : null;
}
