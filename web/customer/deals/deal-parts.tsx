import { fetchParts, part } from '../../first-view/part.tsx';

const SURVEY = 'customer/survey/DealSurvey.tsx';
const ANSWERS = 'customer/survey/DealAnswers.tsx';
const QUOTE = 'customer/quote/QuoteSection.tsx';

/** The parts of the deal page are separate chunks: a survey needs no quote yet, and the reverse. */
export const DealSurvey = part(SURVEY, async () => (await import('../survey/DealSurvey.tsx')).DealSurvey);
export const QuoteSection = part(QUOTE, async () => (await import('../quote/QuoteSection.tsx')).QuoteSection);
export const DealAnswers = part(ANSWERS, async () => (await import('../survey/DealAnswers.tsx')).DealAnswers);

export const DealInPreparation = part(
  'customer/deals/DealInPreparation.tsx',
  async () => (await import('./DealInPreparation.tsx')).DealInPreparation,
);

/** Starts loading a part while the deal is still being fetched. */
export function fetchAhead(of: 'survey' | 'quote') {
  void fetchParts([of === 'survey' ? SURVEY : QUOTE]);
}
