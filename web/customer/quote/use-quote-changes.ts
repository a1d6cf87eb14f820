import { useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { quoteChanges } from './quote-changes.ts';

/**
 * What changed since the customer last saw this quote with open eyes, whether a refused approval or a quiet refresh brought
 * the change. While he answers the survey himself, every change is his own.
 */
export function useQuoteChanges(deal: Deal, answering: boolean) {
  const [seen, setSeen] = useState(deal);
  const changed = seen.fingerprint !== deal.fingerprint;
  if (changed && (answering || !seen.survey1_calc)) setSeen(deal);
  return {
    changes: changed && !answering && seen.survey1_calc && deal.survey1_calc ? quoteChanges(seen, deal) : undefined,
    acknowledge: () => setSeen(deal),
  };
}
