import { test as base, expect, type Page } from 'playwright/test';
import { type Portal, startPortal } from '../bff/portal.ts';
import { axeFindings } from './axe-findings.ts';
import { keepProductLog } from './product-log.ts';

/** A test's tools for the portal and for the page of a customer. */
export interface Fixtures {
  /** Opens somebody's personal link. */
  openLink: (name: string, path?: string) => Promise<void>;
  /** No axe finding (by all rules, or by these), no sideways scroll, and (until now) no CSP violation on the page. */
  expectSound: (rules?: readonly string[]) => Promise<void>;
}

/** The portal of a worker, whose server waits this long for the CRM before it renders a first view without data. */
async function withPortal(worker: number, firstViewWaitMs: string, use: (portal: Portal) => Promise<void>) {
  const keepLog = keepProductLog(worker);
  const portal = await startPortal({ LINK_REQUESTS_PER_IP: '1000', FIRST_VIEW_WAIT_MS: firstViewWaitMs });
  await use(portal);
  await portal.close();
  keepLog(portal.logged());
}

/** The real web, BFF and sandbox; one of each per worker, reset for each test. */
export const test = base.extend<Fixtures, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
    async ({}, use, { workerIndex }) => withPortal(workerIndex, '10000', use),
    { scope: 'worker' },
  ],
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
      expect.soft(await axeFindings(page, rules)).toEqual([]);
      expect.soft(await sidewaysScroll(page)).toBe(0);
      expect(violations).toEqual([]);
    });
  },
});

/** For tests of pages that wait for the CRM. */
export const impatient = test.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
    async ({}, use, { workerIndex }) => withPortal(workerIndex, '100', use),
    { scope: 'worker' },
  ],
});

/** The visitor comes back from another tab: the page reads again what may be old. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

export { expect } from 'playwright/test';
