import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pagePath } from '../../paths.ts';
import { REVIEW } from '../../texts/contact-survey.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { PAGE_NAMES } from '../../texts/step-names.ts';
import { useContact } from '../gate/contact-context.ts';
import { receivedPhotosQuery } from '../photos/received-photos-query.ts';
import { PAGE_STEPS, type PageStep } from './page-place.ts';
import { FROM_REVIEW } from './review-return.ts';
import { reviewRows } from './review-rows.ts';

/** "Controleer uw antwoorden": every answer as it is saved, each with "Wijzig". */
export function ReviewAnswers() {
  const rows = reviewRows(useContact());
  const steps = PAGE_STEPS.filter((step) => step !== 'complete');
  return (
    <section className="review-answers">
      <h2>{REVIEW.title}</h2>
      <dl>
        {steps.map((step) => (
          <Row key={step} step={step}>
            {step === 'box_pictures' ? <PhotosReceived /> : <Lines lines={linesOf(rows, step)} />}
          </Row>
        ))}
      </dl>
    </section>
  );
}

function linesOf(rows: ReturnType<typeof reviewRows>, step: PageStep) {
  return rows.find((row) => row.step === step)?.lines ?? [];
}

function Row({ step, children }: { step: PageStep; children: ReactNode }) {
  return (
    <div>
      <dt>{PAGE_NAMES[step]}</dt>
      <dd>{children}</dd>
      <dd>
        <Link className="review-change" to={pagePath(step)} state={FROM_REVIEW}>
          {REVIEW.change} <span className="unseen">{PAGE_NAMES[step]}</span>
        </Link>
      </dd>
    </div>
  );
}

function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return REVIEW.nothing;
  return lines.map((line) => (
    <span className="review-line" key={line}>
      {line}
    </span>
  ));
}

function PhotosReceived() {
  const { data, error } = useQuery(receivedPhotosQuery(useContact().id));
  if (error) return REVIEW.unknownPhotos;
  if (!data) return '…';
  return data.photos.length === 0 ? REVIEW.noPhotos : PHOTOS.received(data.photos.length);
}
