import type { Page } from 'playwright/test';
import { drawn, settled } from '../gallery/scene.ts';
import { SCENES, walksOver } from '../gallery/scenes.ts';
import { expect, test } from './admin-desk.ts';
import { COLOUR_RULES, LAYOUT_RULES, visibleElements } from './axe-findings.ts';
import { DESKTOP, PHONE } from './devices.ts';
import { brokenWords, layoutFaults, misfits } from './layout-faults.ts';

// Every screen and state of the gallery: checked on a phone and on a desktop, and reflowed to half a desktop and
// to narrow phones. States that follow each other are checked on one page.

test.describe.configure({ mode: 'parallel' });

/** Half a desktop: 200 % zoom. */
const HALF = { width: 640, height: 400 };
const NARROW = { width: 320, height: 640 };
/** A phone with the screen magnified by one step. */
const NARROWEST = { width: 312, height: 640 };
/** The phone comes last, because the next screen is opened on it. */
const REFLOWED = [HALF, NARROW, NARROWEST, PHONE.viewport];
/** The standard size, and those of a phone whose owner set larger letters in the browser. */
const LETTERS = { standard: 16, larger: [20, 24, 32] };

// Paper is not a screen, and a dark screen is the same one with other colours.
const screens = SCENES.filter((name) => !name.includes('-printed') && !name.endsWith('-dark'));

for (const walk of walksOver(screens)) {
  const names = walk.filter(({ isLookedAt }) => isLookedAt).map(({ name }) => name);
  test(`H1 ${names.join(', ')}: axe finds no fault, and the layout has none`, async ({
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
  await reflow(page, name);
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

/** The page in every size and, on a customer's phone, with larger letters. Ends as a phone with standard letters. */
async function reflow(page: Page, name: string) {
  const isCustomers = !name.startsWith('admin-');
  const browser = await page.context().newCDPSession(page);
  const write = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } });
  const fits = async (screen: string) => expect.soft(await misfits(page, isCustomers), `${name} ${screen}`).toEqual([]);
  for (const screen of REFLOWED) {
    await page.setViewportSize(screen);
    await fits(`at ${screen.width} px`);
    if (!isCustomers || screen === HALF) continue;
    for (const letters of LETTERS.larger) {
      await write(letters);
      const larger = `at ${screen.width} px with letters of ${letters} px`;
      await fits(larger);
      expect.soft(await brokenWords(page), `${name}: broken words ${larger}`).toEqual([]);
    }
    await write(LETTERS.standard);
  }
  await browser.detach();
}
