import type { Page } from 'playwright/test';
import { drawn, settled } from '../gallery/scene.ts';
import { SCENES, walksOver } from '../gallery/scenes.ts';
import { expect, test } from './admin-desk.ts';
import { COLOUR_RULES, LAYOUT_RULES, visibleElements } from './axe-findings.ts';
import { DESKTOP, PHONE } from './devices.ts';
import { layoutFaults, textCutOff } from './layout-faults.ts';
import { sidewaysScroll } from './portal-page.ts';

// Every screen and state of the gallery: checked on a phone and on a desktop, and reflowed to half a desktop (200 %
// zoom) and to the narrowest screen. States that follow each other are checked on one page.

test.describe.configure({ mode: 'parallel' });

/** A phone with the screen magnified by one step. */
const NARROWEST = { width: 312, height: 640 };
const NARROW = { width: 320, height: 640 };
const REFLOWED = [{ width: 640, height: 400 }, NARROW, NARROWEST];
const PHONES = [PHONE.viewport, NARROW, NARROWEST];
/** Instead of 16: the phone's owner set larger letters. */
const LARGER_LETTERS = [20, 24, 32];

// Paper is not a screen, and a dark screen is the same one with other colours.
const screens = SCENES.filter((name) => !name.includes('-printed') && !name.endsWith('-dark'));

for (const walk of walksOver(screens)) {
  const names = walk.filter(({ isLookedAt }) => isLookedAt).map(({ name }) => name);
  test(`H1 ${names.join(', ')}: no fault for axe, none of layout`, async ({
    page,
    context,
    portal,
    openLink,
    desk,
    expectSound,
  }) => {
    // The time for each screen, not for all.
    test.setTimeout(120_000 * names.length);
    for (const { name, play, isLookedAt } of walk) {
      await test.step(name, async () => {
        await play({ page, context, portal, openLink, desk });
        if (isLookedAt) await lookAround(page, name, expectSound);
      });
    }
  });
}

async function lookAround(page: Page, name: string, expectSound: (rules?: readonly string[]) => Promise<void>) {
  const isCustomers = !name.startsWith('admin-');
  await settled(page);
  await expectSound();
  const onPhone = await visibleElements(page);
  if (isCustomers) expect.soft(await layoutFaults(page), `${name} on a phone`).toEqual([]);
  await lookInTheDark(page, name, expectSound);
  await page.setViewportSize(DESKTOP.viewport);
  await settled(page);
  // Rules about structure find the same in the same elements, so only the layout rules run again.
  const isSame = (await visibleElements(page)) === onPhone;
  await expectSound(isSame ? LAYOUT_RULES : undefined);
  if (isCustomers) expect.soft(await layoutFaults(page), `${name} on a desktop`).toEqual([]);
  if (!isSame) await lookInTheDark(page, name, expectSound);
  for (const screen of REFLOWED) {
    await page.setViewportSize(screen);
    await drawn(page);
    expect.soft(await sidewaysScroll(page), `${name}: sideways scroll at ${screen.width} px`).toBe(0);
    if (isCustomers) expect.soft(await textCutOff(page), `${name}: cut off at ${screen.width} px`).toEqual([]);
  }
  if (isCustomers) {
    await withLargerLetters(page, async (letters, width) => {
      const screen = `at ${width} px with letters of ${letters} px`;
      expect.soft(await sidewaysScroll(page), `${name}: sideways scroll ${screen}`).toBe(0);
      expect.soft(await textCutOff(page), `${name}: cut off ${screen}`).toEqual([]);
    });
  }
  await page.setViewportSize(PHONE.viewport);
  await expect.soft(page.locator('h1')).toHaveCount(1);
  await expect.soft(page.locator('main')).toHaveCount(1);
  await expect.soft(page).toHaveTitle(/\S – \S/);
}

/** Screens that the gallery shows in the dark: only colours differ, so only rules about colours run. */
async function lookInTheDark(page: Page, name: string, expectSound: (rules: readonly string[]) => Promise<void>) {
  if (!SCENES.includes(`${name}-dark`)) return;
  await wear(page, 'dark');
  await expectSound(COLOUR_RULES);
  await wear(page, 'light');
}

/** The device's owner switches between light and dark. */
async function wear(page: Page, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await drawn(page);
}

/** A phone whose owner set the letters larger in the browser. */
async function withLargerLetters(page: Page, look: (letters: number, width: number) => Promise<void>) {
  const browser = await page.context().newCDPSession(page);
  for (const screen of PHONES) {
    await page.setViewportSize(screen);
    for (const standard of LARGER_LETTERS) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } });
      await drawn(page);
      await look(standard, screen.width);
    }
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
}
