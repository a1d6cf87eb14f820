import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { trimAddress } from '../../../bff/view-models/choices.ts';
import type { SurveyReceived } from '../../../bff/view-models/contact.ts';
import type { ReceivedPhotos } from '../../../bff/view-models/photos.ts';
import { fieldProblem } from '../../api/ask-bff.ts';
import { pagePath } from '../../paths.ts';
import { LINK_FORM } from '../../texts/gate.ts';
import { ACTIONS, PAGE_NAMES } from '../../texts/page.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { REVIEW } from '../../texts/survey.ts';
import { COMPLETE } from '../../texts/survey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/drawings.tsx';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../contact-and-deal.ts';
import { askAsCustomer, useVisitor } from '../gate/visitor.ts';
import { CallUs } from '../Help.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { receivedPhotosQuery } from '../photos/photo-list.ts';
import { AnswerLines, AnswerList, reviewRows } from './AnswerList.tsx';
import { FROM_REVIEW, PAGE_STEPS, type PageStep, useGivenEmail } from './contact-survey-steps.ts';

/** The end of /pages: all answers (§2.3) and, once a colleague has the task, thanks and next steps. */
export function CompletePage() {
  const { received, error, retry } = useFinishedSurvey();
  const { Phone } = useContact();
  const texts = received?.byEmail ? COMPLETE.byEmail : Phone ? COMPLETE.byContact : COMPLETE.unreachable;
  return (
    <section className="with-tile">
      <Tile of={received ? 'done' : error ? 'plug' : 'letter'} />
      <ScreenHeading title={received ? COMPLETE.title : error ? COMPLETE.unsent : COMPLETE.sending} />
      {error ? (
        <>
          <SaveProblem error={error} before={COMPLETE.unsentText}>
            {fieldProblem(error, 'email') && (
              <p>
                <Link to={pagePath('Survey_basics')} state={FROM_REVIEW}>
                  {LINK_FORM.label}
                </Link>
                : {LINK_FORM.wrong}
              </p>
            )}
            <CallUs />
          </SaveProblem>
          <Button onClick={retry}>{ACTIONS.retry}</Button>
        </>
      ) : (
        <p className="lead">{received ? texts.lead : COMPLETE.sendingText}</p>
      )}
      {received && texts === COMPLETE.unreachable && (
        <Link to={pagePath('Survey_basics')} state={FROM_REVIEW}>
          {COMPLETE.complete}
        </Link>
      )}
      {received && <NextSteps title={COMPLETE.whatNow} steps={texts.steps} />}
      <ReviewAnswers title={received ? REVIEW.ofDeal : REVIEW.title} />
      {!error && <CallUs />}
    </section>
  );
}

/** Every answer of /pages; there is nothing left to check once they are received. */
function ReviewAnswers({ title }: { title: string }) {
  const contact = useContact();
  const rows = reviewRows(contact);
  const received = useQuery(receivedPhotosQuery(contact.id));
  const steps = PAGE_STEPS.filter((step) => step !== 'complete');
  return (
    <AnswerList
      title={title}
      answers={steps.map((step) => ({
        name: PAGE_NAMES[step],
        to: pagePath(step),
        state: FROM_REVIEW,
        content: step === 'box_pictures' ? photosLine(received) : <AnswerLines lines={linesOf(rows, step)} />,
        ...(step === 'box_pictures' && received.data?.photos.length === 0 && { change: REVIEW.add }),
      }))}
    />
  );
}

function linesOf(rows: ReturnType<typeof reviewRows>, step: PageStep) {
  return rows.find((row) => row.step === step)?.lines ?? [];
}

function photosLine({ data, error }: { data: ReceivedPhotos | undefined; error: Error | null }) {
  if (error) return REVIEW.unknownPhotos;
  if (!data) return '…';
  return data.photos.length === 0 ? REVIEW.noPhotos : PHOTOS.received(data.photos.length);
}

/**
 * Tells the contact's owner that the survey is finished, whenever the last page is shown (decision J8). A repeated call,
 * even from another device, creates nothing new in the CRM.
 */
function useFinishedSurvey() {
  const { id, Email } = useContact();
  const { preview } = useVisitor();
  const given = useGivenEmail();
  // Once the CRM has an address, the server refuses the typed one. So this page does not send it.
  const [email] = useState(Email === null ? trimAddress(given.value) : '');
  const { data, error, refetch } = useQuery({
    queryKey: ['finished-survey', id, email],
    queryFn: async ({ client }) => {
      const body = email === '' ? {} : { email };
      const answer = await askAsCustomer<SurveyReceived>('/api/contacts/survey', { method: 'POST', body });
      if (email !== '') {
        client.setQueryData(['finished-survey', id, ''], answer);
        given.forget();
      }
      return answer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !preview,
  });
  const received = preview ? { byEmail: Email !== null } : data;
  return { received, error: received ? null : error, retry: () => void refetch() };
}
