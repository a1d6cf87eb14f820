import type { BrowserContext, Page, Route } from 'playwright/test';
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

export type Play = (stage: Stage) => Promise<void>;

/** Goes on from another scene, on the same page. */
export interface Onward {
  after: string;
  play: Play;
}

export const after = (scene: string, play: Play): Onward => ({ after: scene, play });

/** Screens and states that a person can meet, each by its name: how one gets there. A scene ends when its words are there. */
export type Scenes = Readonly<Record<string, Play>>;

/** Of which some go on from others. */
export type ScenesInTurn = Readonly<Record<string, Play | Onward>>;

/** The words are on the screen. */
export async function seen(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** The calls of each page that wait for an answer. */
const held = new WeakMap<Page, Route[]>();

/** From now on calls to this path get no answer; or those alone that change something. */
export async function hold(page: Page, path: string, calls: 'all' | 'writes' = 'all'): Promise<void> {
  const routes: Route[] = [];
  held.set(page, routes);
  await page.route(path, (route) => {
    if (calls === 'writes' && route.request().method() === 'GET') return route.continue();
    routes.push(route);
    return undefined;
  });
}

/** The portal answers again: what was held, and what is asked from now on. */
export async function letGo(page: Page): Promise<void> {
  await Promise.all((held.get(page) ?? []).splice(0).map((route) => route.continue()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** From now on calls to this path get this error, and so does what was held; in the BFF's own form, without a CRM call. */
export async function refuse(page: Page, path: string, status: number, error: ProblemCode): Promise<void> {
  const json = { error, message: 'request failed', requestId: '0b6f1c7e' };
  const answer = (route: Route) => route.fulfill({ status, json, headers: { 'retry-after': '60' } });
  await page.route(path, answer);
  await Promise.all((held.get(page) ?? []).splice(0).map(answer));
}

/** From now on the CRM refuses what is written to it. */
export async function refuseWrites(portal: Portal, match = '(PUT|POST) (?!.*coql)'): Promise<void> {
  await portal.sandbox('POST', '/sandbox/faults', { match, kind: 'status', status: 400 });
}

/** From now on the CRM takes what is written to it. */
export async function takeWrites(portal: Portal): Promise<void> {
  await portal.sandbox('DELETE', '/sandbox/faults');
}

/** Nothing moves any more: the page has taken over from the server, fonts and pictures are there, and one is at its top. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('fieldset.takeover:disabled')).toHaveCount(0);
  // Missing while a part of the screen is still being loaded.
  await page.locator('h1').first().waitFor();
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}
