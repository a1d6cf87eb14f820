import { useParams } from 'react-router-dom';
import { Redirect } from '../../first-view/Redirect.tsx';
import { pagePath } from '../../paths.ts';
import { PAGE_NAMES } from '../../texts/page.ts';
import { HomeRedirect } from '../deals/HomeRedirect.tsx';
import { useContact } from '../gate/contact-context.ts';
import { PageFrame } from '../PageFrame.tsx';
import { ContactSurvey } from './ContactSurvey.tsx';
import { isPastSurvey, PAGE_STEPS, pageToShow, readPagesMemory } from './page-place.ts';
import { SurveyProgress } from './SurveyProgress.tsx';

/** /pages/{step}: the step of that name; without one, or an unknown one, the first unanswered (decision C1). */
export function ContactSurveyScreen() {
  const { step: name = '' } = useParams();
  const contact = useContact();
  const isPast = isPastSurvey(contact);
  if (isPast && name !== 'box_pictures') return <HomeRedirect />;
  const place = pageToShow(name, contact, readPagesMemory(contact.id));
  if ('goTo' in place) return <Redirect to={pagePath(place.goTo)} />;
  const step = place.show;
  return (
    <PageFrame progress={!isPast && <SurveyProgress steps={PAGE_STEPS} step={step} name={PAGE_NAMES[step]} />}>
      <ContactSurvey key={step} step={step} />
    </PageFrame>
  );
}
