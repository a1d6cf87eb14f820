import type { Page } from 'playwright/test';
import { settled } from '../gallery/scene.ts';
import { SCENES } from '../gallery/scenes.ts';
import { expect, test } from './admin-desk.ts';
import { COLOUR_RULES } from './axe-findings.ts';
import { DESKTOP } from './devices.ts';
import { layoutFaults, textCutOff } from './layout-faults.ts';
import { sidewaysScroll } from './portal-page.ts';

// Every screen and state of the gallery: reached on a phone, looked at there and on a desktop, and reflowed to half a
// desktop (200 % zoom) and to the narrowest screen.

test.describe.configure({ mode: 'parallel' });

const REFLOWED = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
  // A phone with the screen magnified by a step.
  { width: 312, height: 640 },
];
/** Of 16: letters that the phone's owner set larger. */
const LARGER_LETTERS = [20, 24, 32];

for (const [name, play] of Object.entries(SCENES)) {
  // Paper is no screen, and what is looked at in the dark is the same screen with the colours changed.
  if (name.includes('-printed') || name.endsWith('-dark')) continue;
  const isCustomers = !name.startsWith('admin-');
  const isDarkToo = `${name}-dark` in SCENES;
  test(`H1 ${name} passes axe${isDarkToo ? ', in the light and in the dark' : ''}`, async ({
    page,
    context,
    portal,
    openLink,
    desk,
    expectSound,
  }) => {
    const lookAround = async (where: string) => {
      await expectSound();
      if (isCustomers) expect.soft(await layoutFaults(page), where).toEqual([]);
      if (!isDarkToo) return;
      await wear(page, 'dark');
      // Nothing but colours differs, so by the rules that look at them.
      await expectSound(COLOUR_RULES);
      await wear(page, 'light');
    };
    await play({ page, context, portal, openLink, desk });
    await settled(page);
    await lookAround('on a phone');
    await page.setViewportSize(DESKTOP.viewport);
    await settled(page);
    await lookAround('on a desktop');
    for (const screen of REFLOWED) {
      await page.setViewportSize(screen);
      await settled(page);
      expect.soft(await sidewaysScroll(page), `sideways scroll at ${screen.width} px`).toBe(0);
      if (isCustomers) expect.soft(await textCutOff(page), `cut off at ${screen.width} px`).toEqual([]);
    }
    if (isCustomers) {
      await withLargerLetters(page, async (letters) => {
        expect.soft(await sidewaysScroll(page), `sideways scroll with letters of ${letters} px`).toBe(0);
        expect.soft(await textCutOff(page), `cut off with letters of ${letters} px`).toEqual([]);
      });
    }
    await expect.soft(page.locator('h1')).toHaveCount(1);
    await expect.soft(page.locator('main')).toHaveCount(1);
    await expect.soft(page).toHaveTitle(/\S – \S/);
  });
}

/** The device's owner turns its light off or on. */
async function wear(page: Page, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await settled(page);
}

/** A phone whose owner set the letters larger in the browser. */
async function withLargerLetters(page: Page, look: (letters: number) => Promise<void>) {
  const browser = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const standard of LARGER_LETTERS) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    await settled(page);
    await look(standard);
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
}
