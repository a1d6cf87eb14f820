import { ADMIN_SCENES } from './admin-scenes.ts';
import { GATE_SCENES } from './gate-scenes.ts';
import { PHOTO_SCENES } from './photo-scenes.ts';
import { QUOTE_SCENES } from './quote-scenes.ts';
import type { Play, ScenesInTurn } from './scene.ts';
import { SURVEY_SCENES } from './survey-scenes.ts';

const ALL: ScenesInTurn = {
  ...GATE_SCENES,
  ...SURVEY_SCENES,
  ...PHOTO_SCENES,
  ...QUOTE_SCENES,
  ...ADMIN_SCENES,
};

/** Every screen and state. One that is missing here has no picture in the gallery and is not checked by axe. */
export const SCENES: readonly string[] = Object.keys(ALL);

/** A scene on the way, how to reach it from the one before, and whether it is looked at. */
export interface Step {
  name: string;
  play: Play;
  isLookedAt: boolean;
}

/** The scenes to play, from a fresh page to this one. */
function wayTo(name: string): Step[] {
  const scene = ALL[name];
  if (!scene) throw new Error(`there is no scene ${name}`);
  if (typeof scene === 'function') return [{ name, play: scene, isLookedAt: true }];
  const before = wayTo(scene.after).map((step) => ({ ...step, isLookedAt: false }));
  return [...before, { name, play: scene.play, isLookedAt: true }];
}

/** Paths through these scenes, each on one page: every scene is looked at once, on the first path that reaches it. */
export function walksOver(names: readonly string[]): Step[][] {
  const ways = names.map(wayTo);
  const passed = new Set(ways.flatMap((way) => way.slice(0, -1).map(({ name }) => name)));
  const unseen = new Set(names);
  return ways
    .filter((way) => !passed.has(way.at(-1)?.name ?? ''))
    .map((way) => way.map((step) => ({ ...step, isLookedAt: unseen.delete(step.name) })));
}
