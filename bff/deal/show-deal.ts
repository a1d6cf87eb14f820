import type { FoundDeal } from '../quote/found-deal.ts';
import type { Deal } from '../view-models/deal.ts';
import { presentDeal, type QuoteTerms } from './present-deal.ts';
import { type DealReadContext, reportUnreadableCalc } from './read-deal.ts';

type ShownContext = Pick<DealReadContext, 'schemaDrift'> & { portal: QuoteTerms };

/**
 * A deal as its customer sees it, and a report of a stored quote that cannot be read. Of a signed deal the page shows what
 * was signed, so that it does not tell whether the stored quote can be read.
 */
export function showDeal(context: ShownContext, found: FoundDeal): Deal {
  const shown = presentDeal(found, context.portal);
  if (shown.survey1_calc === null || shown.signing) reportUnreadableCalc(context, found.deal);
  return shown;
}
