import { test as base, expect, type Locator, type Page } from 'playwright/test';
import { type Portal, startPortal } from '../bff/portal.ts';
import { axeFindings } from './axe-findings.ts';
import { deviceOf } from './devices.ts';
import { keepProductLog } from './product-log.ts';

/** A test's tools for the portal and for the page of a customer. */
export interface Fixtures {
  /** Another portal, whose server renders a page without data when the CRM is slow. */
  impatientPortal: Portal;
  /** Opens somebody's personal link. */
  openLink: (name: string, path?: string) => Promise<void>;
  /** No axe finding (by all rules, or by these), no sideways scroll, and (until now) no CSP violation on the page. */
  expectSound: (rules?: readonly string[]) => Promise<void>;
}

/** What each worker has: a portal, and a function that keeps the log of all its portals. */
export interface OfWorker {
  keepLog: (logged: string) => void;
  portal: Portal;
}

/** A portal whose server waits this long for the CRM before it renders a first view without data. */
async function withPortal(
  keepLog: OfWorker['keepLog'],
  firstViewWaitMs: string,
  use: (portal: Portal) => Promise<void>,
) {
  const portal = await startPortal({ LINK_REQUESTS_PER_IP: '1000', FIRST_VIEW_WAIT_MS: firstViewWaitMs });
  await use(portal);
  await portal.close();
  keepLog(portal.logged());
}

/** The real web, BFF and sandbox; one of each per worker, reset for each test. */
export const test = base.extend<Fixtures, OfWorker>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
  keepLog: [async ({}, use, { workerIndex }) => use(keepProductLog(workerIndex)), { scope: 'worker' }],
  portal: [async ({ keepLog }, use) => withPortal(keepLog, '10000', use), { scope: 'worker' }],
  impatientPortal: async ({ keepLog }, use) => withPortal(keepLog, '100', use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
  viewport: async ({}, use, { file }) => use(deviceOf(file).viewport),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
  hasTouch: async ({}, use, { file }) => use(deviceOf(file).hasTouch),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
  isMobile: async ({}, use, { file }) => use(deviceOf(file).isMobile),
  baseURL: async ({ portal }, use) => {
    await portal.reset();
    // A fresh CRM has the same ids: the portal would confuse its people with those of an earlier test.
    await portal.restart();
    // On a busy machine the portal still reads ahead at this moment. A test would count or break those calls.
    await portal.settled();
    await use(portal.url);
  },
  page: async ({ page }, use, test) => {
    await use(page);
    if (test.status !== test.expectedStatus && !page.isClosed())
      await page.screenshot({ path: test.outputPath('failed.png') });
  },
  openLink: async ({ page, portal }, use) => {
    await use(async (name, path = '/') => {
      await page.goto(`${path}?survey_hash=${portal.as(name).hash}`);
    });
  },
  expectSound: async ({ page }, use) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      // Requests without an origin are Playwright's own: its trace fetches the pictures of the page.
      const isOfPage = message.location().url !== '';
      if (isOfPage && /content security policy/i.test(message.text())) violations.push(message.text());
    });
    await use(async (rules) => {
      // From the top: farther down, the sticky total may cover half of a button, depending on when parts arrive.
      await page.evaluate(() => window.scrollTo(0, 0));
      expect.soft(await axeFindings(page, rules)).toEqual([]);
      expect.soft(await sidewaysScroll(page)).toBe(0);
      expect(violations).toEqual([]);
    });
  },
});

// Controls that many tests use: the first of any screen, the others of a survey.
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const next = (page: Page) => button(page, 'Volgende');
export const panels = (page: Page) => page.getByLabel('Aantal zonnepanelen');
export const metres = (page: Page) => page.getByRole('textbox', { name: /meter/ });

/** With a clock of its own, the page shows as many of these after a while. */
export const inTime = (shown: Locator, count = 1) =>
  expect
    .poll(async () => {
      await shown.page().clock.runFor(10_000);
      return shown.count();
    })
    .toBe(count);

/** The visitor comes back from another tab: the page reads again what may be old. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

export { expect } from 'playwright/test';
