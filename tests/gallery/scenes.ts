import { ADMIN_SCENES } from './admin-scenes.ts';
import { GATE_SCENES } from './gate-scenes.ts';
import { PHOTO_SCENES } from './photo-scenes.ts';
import { QUOTE_SCENES } from './quote-scenes.ts';
import type { Scenes } from './scene.ts';
import { SURVEY_SCENES } from './survey-scenes.ts';

/** Every screen and state. What is not here has no picture in the gallery and is not walked by axe. */
export const SCENES: Scenes = {
  ...GATE_SCENES,
  ...SURVEY_SCENES,
  ...PHOTO_SCENES,
  ...QUOTE_SCENES,
  ...ADMIN_SCENES,
};
