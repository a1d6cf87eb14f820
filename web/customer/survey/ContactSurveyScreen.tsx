import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { draftKey } from '../../device/drafts.ts';
import { part, Redirect } from '../../first-view/drawing.tsx';
import { pagePath } from '../../paths.ts';
import { PAGE_NAMES } from '../../texts/page.ts';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { takesPhotos, useContact } from '../contact-and-deal.ts';
import { HomeRedirect } from '../deals/HomeRedirect.tsx';
import { Help } from '../Help.tsx';
import { PageFrame } from '../PageFrame.tsx';
import {
  FROM_REVIEW,
  isPastSurvey,
  PAGE_STEPS,
  type PageStep,
  pageToShow,
  readPagesMemory,
  rememberPage,
  useGivenEmail,
} from './contact-survey-steps.ts';
import { SolarStep } from './SolarStep.tsx';
import { BackLink, SurveyProgress } from './SurveyProgress.tsx';
import { saveToPages } from './saving.tsx';
import { BatteryStep, ContactStep, DistanceStep, fetchLaterSteps, PhotosStep } from './step-parts.tsx';

/** /pages/{step}: the named step; without a known name, the first unanswered one (decision C1). */
export function ContactSurveyScreen() {
  const { step: name = '' } = useParams();
  const contact = useContact();
  const isPast = isPastSurvey(contact);
  if (isPast && (name !== 'box_pictures' || !contact.deals.some(takesPhotos))) return <HomeRedirect />;
  const place = pageToShow(name, contact, readPagesMemory(contact.id));
  if ('goTo' in place) return <Redirect to={pagePath(place.goTo)} />;
  const step = place.show;
  return (
    <PageFrame progress={!isPast && <SurveyProgress steps={PAGE_STEPS} step={step} name={PAGE_NAMES[step]} />}>
      <ContactSurvey key={step} step={step} />
    </PageFrame>
  );
}

const CompletePage = part('customer/survey/CompletePage.tsx', () => import('./CompletePage.tsx'), 'CompletePage');

/** A contact's survey: the same steps as a deal's, saved to the contact (§2.3). */
function ContactSurvey({ step }: { step: PageStep }) {
  const contact = useContact();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const email = useGivenEmail();
  useEffect(() => fetchLaterSteps('pages'), []);
  const at = PAGE_STEPS.indexOf(step);
  const isChange = state === FROM_REVIEW;
  const before = isChange ? 'complete' : PAGE_STEPS[at - 1];

  function goOn() {
    rememberPage(contact.id, step);
    navigate(pagePath(isChange ? 'complete' : (PAGE_STEPS[at + 1] ?? 'complete')));
  }

  const given = { draftKey: draftKey(contact.id, 'pages', step), target: saveToPages(client), onSaved: goOn };
  const later: Record<Exclude<PageStep, 'solar_panels'>, ReactNode> = {
    battery: <BatteryStep {...given} saved={contact} />,
    survey1_battery_box_distance_m: <DistanceStep {...given} saved={contact} prices={contact.prices} />,
    Survey_basics: <ContactStep {...given} saved={contact} email={contact.Email === null ? email : undefined} />,
    box_pictures: <PhotosStep onNext={goOn} />,
    complete: <CompletePage />,
  };
  return (
    <div className={step === 'complete' ? 'survey' : 'survey helped'}>
      {before && step !== 'complete' && <BackLink to={pagePath(before)} />}
      {step === 'solar_panels' && <SolarStep {...given} saved={contact} firstName={contact.First_Name ?? ''} />}
      {/* One boundary: otherwise the phone number would shift when the step arrives. */}
      <Suspense fallback={<PartLoading />}>
        {step !== 'solar_panels' && later[step]}
        {step !== 'complete' && <Help />}
      </Suspense>
    </div>
  );
}
