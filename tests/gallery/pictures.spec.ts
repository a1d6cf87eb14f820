import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { test } from '../e2e/admin-desk.ts';
import { settled } from './scene.ts';
import { SCENES, wayTo } from './scenes.ts';

const GALLERY = fileURLToPath(new URL('../../gallery/', import.meta.url));
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

for (const name of SCENES) {
  test(name, async ({ page, context, portal, openLink, desk }) => {
    for (const { play } of wayTo(name)) await play({ page, context, portal, openLink, desk });
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await settled(page);
      await stick(page, false);
      await page.screenshot({ path: `${GALLERY}${name}-${screen.width}.png`, fullPage: true, animations: 'disabled' });
      await stick(page, true);
    }
  });
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
