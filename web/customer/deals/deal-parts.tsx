import { lazy } from 'react';

const loadSurvey = () => import('../survey/DealSurvey.tsx');
const loadQuote = () => import('../quote/QuoteSection.tsx');

/** The two parts of the deal page, fetched apart: who comes for the questions needs no quote yet, and the other way round. */
export const DealSurvey = lazy(() => loadSurvey().then((module) => ({ default: module.DealSurvey })));
export const QuoteSection = lazy(() => loadQuote().then((module) => ({ default: module.QuoteSection })));

/** Starts fetching a part while the deal itself is still on its way. */
export function fetchAhead(part: 'survey' | 'quote') {
  const load = part === 'survey' ? loadSurvey : loadQuote;
  load().catch(() => undefined);
}
