import type { AnswerStep } from '../../../bff/view-models/survey-step-texts.ts';
import { fetchParts, part } from '../../first-view/drawing.tsx';

const MODULES = 'customer/survey/ModulesStep.tsx';
const BATTERY = 'customer/survey/BatteryStep.tsx';
const DISTANCE = 'customer/survey/DistanceStep.tsx';
const CONTACT = 'customer/survey/ContactStep.tsx';
const PHOTOS = 'customer/photos/PhotosStep.tsx';
const COMPLETE = 'customer/survey/CompleteStep.tsx';

/** The questions after the first are lazy-loaded, so that the first one shows sooner. */
export const ModulesStep = part(MODULES, async () => (await import('./ModulesStep.tsx')).ModulesStep);
export const BatteryStep = part(BATTERY, async () => (await import('./BatteryStep.tsx')).BatteryStep);
export const DistanceStep = part(DISTANCE, async () => (await import('./DistanceStep.tsx')).DistanceStep);
export const ContactStep = part(CONTACT, async () => (await import('./ContactStep.tsx')).ContactStep);
const photosStep = () => import('../photos/PhotosStep.tsx');
export const PhotosStep = part(PHOTOS, async () => (await photosStep()).PhotosStep);
export const CompleteStep = part(COMPLETE, async () => (await import('./CompleteStep.tsx')).CompleteStep);

/** The question steps of a deal's survey, without the first. */
export const DEAL_QUESTIONS = { modules: ModulesStep, distance: DistanceStep } satisfies Record<
  Exclude<AnswerStep, 'solar'>,
  unknown
>;

/** Fetches later steps while the first question is being read, and after them the uploader: it is as large as a page. */
export function fetchLaterSteps(of: 'deal' | 'pages') {
  if (of === 'deal') void fetchParts([MODULES, DISTANCE, CONTACT, COMPLETE]);
  else
    fetchParts([BATTERY, DISTANCE, CONTACT, PHOTOS])
      .then(photosStep)
      .then(
        (step) => step.fetchUploader(),
        () => undefined,
      );
}
