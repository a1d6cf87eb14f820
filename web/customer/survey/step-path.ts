import { dealPagePath, dealPath } from '../../paths.ts';
import { type DealStep, STEP_PAGES } from './survey-place.ts';

export function stepPath(dealId: string, step: DealStep) {
  return step === 'solar' ? dealPath(dealId) : changePath(dealId, step);
}

/** Where an answer of a finished survey is changed; the deal's own address shows the quote then. */
export function changePath(dealId: string, step: DealStep) {
  return dealPagePath(dealId, STEP_PAGES[step]);
}
