import { useQuery } from '@tanstack/react-query';
import type { ReceivedPhotos } from '../../../bff/view-models/photos.ts';
import { pagePath } from '../../paths.ts';
import { ACTIONS, PAGE_NAMES } from '../../texts/page.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { REVIEW } from '../../texts/survey.ts';
import { COMPLETE } from '../../texts/survey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/drawings.tsx';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../contact-and-deal.ts';
import { CallUs } from '../Help.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { receivedPhotosQuery } from '../photos/photo-list.ts';
import { AnswerLines, AnswerList, reviewRows } from './AnswerList.tsx';
import { FROM_REVIEW, PAGE_STEPS, type PageStep, useFinishedSurvey } from './contact-survey-steps.ts';

/** The end of /pages: all answers (§2.3) and, once a colleague has the task, thanks and next steps. */
export function CompletePage() {
  const { received, error, retry } = useFinishedSurvey();
  const texts = received?.byEmail ? COMPLETE.byEmail : COMPLETE.byContact;
  return (
    <section className="with-tile">
      <Tile of={received ? 'done' : error ? 'plug' : 'letter'} />
      <ScreenHeading title={received ? COMPLETE.title : error ? COMPLETE.unsent : COMPLETE.sending} />
      {error ? (
        <>
          <SaveProblem error={error} before={COMPLETE.unsentText}>
            <CallUs />
          </SaveProblem>
          <Button onClick={retry}>{ACTIONS.retry}</Button>
        </>
      ) : (
        <p className="lead">{received ? texts.lead : COMPLETE.sendingText}</p>
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
