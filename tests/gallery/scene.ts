import type { BrowserContext, Page } from 'playwright/test';
import type { ProblemCode } from '../../bff/view-models/problem.ts';
import type { Portal } from '../bff/portal.ts';
import type { Desk } from '../e2e/admin-desk.ts';
import { expect } from '../e2e/portal-page.ts';

/** What a scene is played on: a page that shows nothing yet, and the whole portal, fresh. */
export interface Stage {
  page: Page;
  context: BrowserContext;
  portal: Portal;
  openLink: (name: string, path?: string) => Promise<void>;
  desk: Desk;
}

/** Screens and states that a person can meet, each by its name: how one gets there. A scene ends when its words are there. */
export type Scenes = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

/** The words are on the screen. */
export async function seen(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** From now on calls to this path get no answer; or those alone that change something. */
export async function hold(page: Page, path: string, calls: 'all' | 'writes' = 'all'): Promise<void> {
  await page.route(path, (route) => {
    if (calls === 'writes' && route.request().method() === 'GET') return route.continue();
    return undefined;
  });
}

/** From now on calls to this path get this error, in the BFF's own form, without a CRM call. */
export async function refuse(page: Page, path: string, status: number, error: ProblemCode): Promise<void> {
  const json = { error, message: 'request failed', requestId: '0b6f1c7e' };
  await page.route(path, (route) => route.fulfill({ status, json, headers: { 'retry-after': '60' } }));
}

/** From now on the CRM refuses what is written to it. */
export async function refuseWrites(portal: Portal, match = '(PUT|POST) (?!.*coql)'): Promise<void> {
  await portal.sandbox('POST', '/sandbox/faults', { match, kind: 'status', status: 400 });
}

/** Nothing moves any more: the page has taken over from the server, fonts and pictures are there, and one is at its top. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('fieldset.takeover:disabled')).toHaveCount(0);
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}
