import { fetchParts, part } from '../../first-view/drawing.tsx';

const MODULES_FILE = 'customer/survey/ModulesStep.tsx';
const BATTERY_FILE = 'customer/survey/BatteryStep.tsx';
const DISTANCE_FILE = 'customer/survey/DistanceStep.tsx';
const CONTACT_FILE = 'customer/survey/ContactStep.tsx';
const PHOTOS_FILE = 'customer/photos/PhotosStep.tsx';
const COMPLETE_FILE = 'customer/survey/CompleteStep.tsx';

/** The questions after the first are lazy-loaded, so that the first one shows sooner. */
export const ModulesStep = part(MODULES_FILE, () => import('./ModulesStep.tsx'), 'ModulesStep');
export const BatteryStep = part(BATTERY_FILE, () => import('./BatteryStep.tsx'), 'BatteryStep');
export const DistanceStep = part(DISTANCE_FILE, () => import('./DistanceStep.tsx'), 'DistanceStep');
export const ContactStep = part(CONTACT_FILE, () => import('./ContactStep.tsx'), 'ContactStep');
const photosStep = () => import('../photos/PhotosStep.tsx');
export const PhotosStep = part(PHOTOS_FILE, photosStep, 'PhotosStep');
export const CompleteStep = part(COMPLETE_FILE, () => import('./CompleteStep.tsx'), 'CompleteStep');

/** Fetches later steps while the first question is being read, and after them the uploader: it is as large as a page. */
export function fetchLaterSteps(of: 'deal' | 'pages') {
  if (of === 'deal') void fetchParts([MODULES_FILE, DISTANCE_FILE, CONTACT_FILE, COMPLETE_FILE]);
  else
    fetchParts([BATTERY_FILE, DISTANCE_FILE, CONTACT_FILE, PHOTOS_FILE])
      .then(photosStep)
      .then(
        (step) => step.fetchUploader(),
        () => undefined,
      );
}
