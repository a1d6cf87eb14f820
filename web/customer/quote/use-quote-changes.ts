import { useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';

/**
 * The quote as the customer last saw it, when it has changed since: by a refused approval or a background refresh.
 * While the customer answers the survey, every change is their own.
 */
export function useQuoteChanges(deal: Deal, answering: boolean) {
  const [seen, setSeen] = useState(deal);
  const changed = seen.fingerprint !== deal.fingerprint;
  if (changed && (answering || !seen.survey1_calc)) setSeen(deal);
  return {
    before: changed && !answering && seen.survey1_calc && deal.survey1_calc ? seen : undefined,
    acknowledge: () => setSeen(deal),
  };
}
