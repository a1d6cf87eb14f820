import { useQuery } from '@tanstack/react-query';
import { pagePath } from '../../paths.ts';
import { PAGE_NAMES } from '../../texts/page.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { REVIEW } from '../../texts/survey.ts';
import { useContact } from '../gate/contact-context.ts';
import { receivedPhotosQuery } from '../photos/received-photos-query.ts';
import { AnswerLines, AnswerList } from './AnswerList.tsx';
import { FROM_REVIEW, PAGE_STEPS, type PageStep } from './page-place.ts';
import { reviewRows } from './review-rows.ts';

/** "Controleer uw antwoorden": every answer of /pages. */
export function ReviewAnswers() {
  const rows = reviewRows(useContact());
  const steps = PAGE_STEPS.filter((step) => step !== 'complete');
  return (
    <AnswerList
      title={REVIEW.title}
      answers={steps.map((step) => ({
        name: PAGE_NAMES[step],
        to: pagePath(step),
        state: FROM_REVIEW,
        content: step === 'box_pictures' ? <PhotosReceived /> : <AnswerLines lines={linesOf(rows, step)} />,
      }))}
    />
  );
}

function linesOf(rows: ReturnType<typeof reviewRows>, step: PageStep) {
  return rows.find((row) => row.step === step)?.lines ?? [];
}

function PhotosReceived() {
  const { data, error } = useQuery(receivedPhotosQuery(useContact().id));
  if (error) return REVIEW.unknownPhotos;
  if (!data) return '…';
  return data.photos.length === 0 ? REVIEW.noPhotos : PHOTOS.received(data.photos.length);
}
