import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { test } from '../e2e/admin-desk.ts';
import { settled } from './scene.ts';
import { SCENES, walksOver } from './scenes.ts';

const GALLERY = fileURLToPath(new URL('../../gallery/', import.meta.url));
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const walk of walksOver(SCENES)) {
  test(walk.map(({ name }) => name).join(' '), async ({ page, context, portal, openLink, desk }) => {
    test.setTimeout(60_000 * walk.length);
    for (const { name, play, isLookedAt } of walk) {
      await play({ page, context, portal, openLink, desk });
      if (isLookedAt) await picture(page, name);
    }
  });
}

/** Ends on a phone: the next scene is played there. */
async function picture(page: Page, name: string): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await settled(page);
    await stick(page, false);
    await page.screenshot({ path: `${GALLERY}${name}-${screen.width}.png`, fullPage: true, animations: 'disabled' });
    await stick(page, true);
  }
}

/** On a picture of the whole page, sticky elements would cover something. */
async function stick(page: Page, on: boolean): Promise<void> {
  await page.evaluate((again) => {
    for (const element of document.querySelectorAll<HTMLElement>('*')) {
      if (again) element.style.position = '';
      else if (getComputedStyle(element).position === 'sticky') element.style.position = 'static';
    }
  }, on);
}
