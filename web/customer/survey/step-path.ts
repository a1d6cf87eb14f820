import { dealPagePath, dealPath } from '../../paths.ts';
import { type DealStep, STEP_PAGES } from './survey-place.ts';

export function stepPath(dealId: string, step: DealStep) {
  return step === 'solar' ? dealPath(dealId) : dealPagePath(dealId, STEP_PAGES[step]);
}
