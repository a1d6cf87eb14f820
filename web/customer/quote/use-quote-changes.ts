import { useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';

/**
 * The quote as the customer last saw it with open eyes, when it is another one by now: a refused approval or a quiet
 * refresh brought the change. While he answers the survey himself, every change is his own.
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
