import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { STEP_NAMES } from '../../../bff/view-models/survey-step-texts.ts';
import { isRequestFailed } from '../../api/ask-bff.ts';
import { fetchParts, part, Redirect } from '../../first-view/drawing.tsx';
import { DEALS_PATH, dealPath, pagePath } from '../../paths.ts';
import { ACTIONS, DEAL_FAILED, DEALS } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { Crash, PART_FAILED } from '../../ui/Crash.tsx';
import { Tile } from '../../ui/drawings.tsx';
import { LoadingScreen, PartLoading } from '../../ui/LoadingScreen.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { dealQuery, takesPhotos, useContact } from '../contact-and-deal.ts';
import { ErrorLine } from '../gate/Gate.tsx';
import { CallUs } from '../Help.tsx';
import { PageFrame } from '../PageFrame.tsx';
import {
  DEAL_STEPS,
  FLOW_DONE,
  isOpenForAnswers,
  readFlowMemory,
  stepPath,
  stepToShow,
} from '../survey/deal-survey-steps.ts';
import { SurveyProgress } from '../survey/SurveyProgress.tsx';

/** Loads the deal of the URL; until then shows the logo, a spinner and the text of §2.5. */
export function DealScreen() {
  const { dealId = '', '*': rest = '' } = useParams();
  const client = useQueryClient();
  const query = dealQuery(dealId);
  const { data: deal, error } = useQuery(query);
  const { deals } = useContact();
  const status = deals.find(({ id }) => id === dealId)?.status;
  useEffect(() => {
    // While the deal is still loading.
    if (status) void fetchParts([status === 'survey' ? SURVEY_FILE : QUOTE_FILE]);
  }, [status]);

  function retry() {
    void client.resetQueries({ queryKey: query.queryKey });
  }

  if (deal) return <DealPage key={deal.id} deal={deal} path={rest} failedToRefresh={error !== null} />;
  if (error) {
    return (
      <PageFrame narrow>
        <DealFailed error={error} onRetry={retry} />
      </PageFrame>
    );
  }
  return <LoadingScreen queued onRetry={retry} help={<CallUs />} />;
}

interface DealPageProps {
  deal: Deal;
  /** The URL path after the deal id. */
  path: string;
  failedToRefresh: boolean;
}

/** The deal's survey while it runs, and always the quote below it (§2.5). */
function DealPage({ deal, path, failedToRefresh }: DealPageProps) {
  const contact = useContact();
  const [arriving, setArriving] = useState(true);
  const location = useLocation();
  const memory = location.state === FLOW_DONE ? 'complete' : readFlowMemory(deal.id);
  const place = stepToShow({ deal, contact, memory, path, arriving });
  const settled = 'show' in place;
  // Stays true after the quote is taken back, so that the page can say that nothing was signed.
  const [hadQuote, setHadQuote] = useState(false);
  if (!hadQuote && deal.quoteArea !== 'none') setHadQuote(true);
  useEffect(() => {
    // In a transition: an urgent update would force synchronous hydration, which is slow on phones.
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
      {/* One boundary: otherwise the content below a late part would appear first and then move. */}
      <Suspense fallback={step ? null : <PartLoading />}>
        {hadQuote && <QuoteSection deal={deal} step={step} />}
        {!step && <BelowQuote deal={deal} />}
      </Suspense>
    </PageFrame>
  );
}

/** Without a step of the survey: the state of a deal that has no quote, the answers, and links to photos and deals. */
function BelowQuote({ deal }: { deal: Deal }) {
  const { deals } = useContact();
  return (
    <>
      {deal.quoteArea === 'none' && <DealWithoutQuote deal={deal} />}
      {isOpenForAnswers(deal) && (
        <Crash instead={PART_FAILED}>
          <DealAnswers deal={deal} />
        </Crash>
      )}
      {takesPhotos(deal) && (
        <p className="no-print">
          <Link to={pagePath('box_pictures')}>{DEALS.photos}</Link>
        </p>
      )}
      {deals.length > 1 && (
        <p className="no-print">
          <Link to={DEALS_PATH}>{DEALS.all}</Link>
        </p>
      )}
    </>
  );
}

const SURVEY_FILE = 'customer/survey/DealSurvey.tsx';
const QUOTE_FILE = 'customer/quote/QuoteSection.tsx';

/** Separate chunks, because a survey may have no quote yet, and a quote no survey. */
const DealSurvey = part(SURVEY_FILE, () => import('../survey/DealSurvey.tsx'), 'DealSurvey');
const QuoteSection = part(QUOTE_FILE, () => import('../quote/QuoteSection.tsx'), 'QuoteSection');
const DealAnswers = part('customer/survey/AnswerList.tsx', () => import('../survey/AnswerList.tsx'), 'DealAnswers');

const DealWithoutQuote = part(
  'customer/deals/DealWithoutQuote.tsx',
  () => import('./DealWithoutQuote.tsx'),
  'DealWithoutQuote',
);

/** A deal that does not exist, or cannot be loaded now. */
function DealFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const unknown = isRequestFailed(error) && error.status === 404;
  return (
    <>
      <Tile of={unknown ? 'letter' : 'plug'} />
      <div role={unknown ? undefined : 'alert'}>
        <ScreenHeading title={unknown ? DEAL_FAILED.unknown : DEAL_FAILED.failed} />
        <p className="lead">{unknown ? DEAL_FAILED.replaced : problemText(error)}</p>
      </div>
      {!unknown && <Button onClick={onRetry}>{ACTIONS.retry}</Button>}
      <p>
        <Link className={unknown ? 'button button-primary' : undefined} to={DEALS_PATH}>
          {DEAL_FAILED.list}
        </Link>
      </p>
      <CallUs />
      {!unknown && <ErrorLine error={error} />}
    </>
  );
}
