import { fileURLToPath } from 'node:url';
import { test } from '../e2e/admin-desk.ts';
import { settled } from './scene.ts';
import { SCENES } from './scenes.ts';

const GALLERY = fileURLToPath(new URL('../../gallery/', import.meta.url));
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

for (const [name, play] of Object.entries(SCENES)) {
  test(name, async ({ page, context, portal, openLink, desk }) => {
    await play({ page, context, portal, openLink, desk });
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await settled(page);
      // As tall as the page: so what sticks to an edge of the screen lies where it belongs.
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...screen, height: Math.max(screen.height, tall) });
      await page.screenshot({ path: `${GALLERY}${name}-${screen.width}.png`, fullPage: true, animations: 'disabled' });
    }
  });
}
