import { Suspense, startTransition, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { Redirect } from '../../first-view/Redirect.tsx';
import { DEALS_PATH, dealPath } from '../../paths.ts';
import { DEALS, STEP_NAMES } from '../../texts/page.ts';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../gate/contact-query.ts';
import { PageFrame } from '../PageFrame.tsx';
import { isFlowDone, readFlowMemory } from '../survey/flow-memory.ts';
import { SurveyProgress } from '../survey/SurveyProgress.tsx';
import { DEAL_STEPS, isOpenForAnswers, stepPath, surveyPlace } from '../survey/survey-place.ts';
import { DealAnswers, DealInPreparation, DealSurvey, QuoteSection } from './deal-parts.tsx';

interface DealPageProps {
  deal: Deal;
  /** The part of the URL after the deal. */
  path: string;
  failedToRefresh: boolean;
}

/** The survey of the deal while it runs, and always the quote below it (§2.5). */
export function DealPage({ deal, path, failedToRefresh }: DealPageProps) {
  const contact = useContact();
  const [arriving, setArriving] = useState(true);
  const location = useLocation();
  const memory = isFlowDone(location.state) ? 'complete' : readFlowMemory(deal.id);
  const place = surveyPlace({ deal, contact, memory, path, arriving });
  const settled = 'show' in place;
  useEffect(() => {
    // In a transition: otherwise it would render synchronously what a slow phone is still hydrating step by step.
    if (settled) startTransition(() => setArriving(false));
  }, [settled]);

  if ('goTo' in place) {
    const to = place.goTo === 'deal' ? dealPath(deal.id) : stepPath(deal.id, place.goTo);
    return <Redirect to={to} />;
  }
  const step = place.show === 'nothing' ? undefined : place.show;
  const isRunning = step && memory !== 'changing';
  return (
    <PageFrame progress={isRunning && <SurveyProgress steps={DEAL_STEPS} step={step} name={STEP_NAMES[step]} />}>
      {failedToRefresh && (
        <Notice tone="problem">
          <p>{DEALS.stale}</p>
        </Notice>
      )}
      {step && (
        <Suspense fallback={<PartLoading />}>
          <DealSurvey key={step} deal={deal} step={step} />
        </Suspense>
      )}
      {deal.quoteArea !== 'none' && (
        <Suspense fallback={step ? null : <PartLoading />}>
          <QuoteSection
            deal={deal}
            answering={step !== undefined}
            collapsed={step !== undefined && step !== 'complete'}
          />
        </Suspense>
      )}
      {!step && deal.quoteArea === 'none' && (
        <Suspense fallback={<PartLoading />}>
          <DealInPreparation deal={deal} />
        </Suspense>
      )}
      {!step && isOpenForAnswers(deal) && (
        <Suspense>
          <DealAnswers deal={deal} />
        </Suspense>
      )}
      {!step && contact.deals.length > 1 && (
        <p className="no-print">
          <Link to={DEALS_PATH}>{DEALS.all}</Link>
        </p>
      )}
    </PageFrame>
  );
}
