import type { BrowserContext, Page, Route } from 'playwright/test';
import type { ProblemCode } from '../../bff/view-models/problem.ts';
import type { Portal } from '../bff/portal.ts';
import type { Desk } from '../e2e/admin-desk.ts';
import { expect } from '../e2e/portal-page.ts';

/** A scene's stage: an empty page, and the whole portal, fresh. */
export interface Stage {
  page: Page;
  context: BrowserContext;
  portal: Portal;
  openLink: (name: string, path?: string) => Promise<void>;
  desk: Desk;
}

export type Play = (stage: Stage) => Promise<void>;

/** Continues from another scene, on the same page. */
export interface Onward {
  after: string;
  play: Play;
}

export const after = (scene: string, play: Play): Onward => ({ after: scene, play });

/**
 * Screens and states, each by its name, with the way to reach it: from an empty page, or from another scene. A scene
 * ends when its words are there.
 */
export type ScenesInTurn = Readonly<Record<string, Play | Onward>>;

/** Waits until the words are on the screen. */
export async function seen(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** The calls of each page that wait for an answer. */
const held = new WeakMap<Page, Route[]>();

/** From now on calls to this path get no answer; optionally only those that write. */
export async function hold(page: Page, path: string | RegExp, calls: 'all' | 'writes' = 'all'): Promise<void> {
  const routes: Route[] = [];
  held.set(page, routes);
  await page.route(path, (route) => {
    if (calls === 'writes' && route.request().method() === 'GET') return route.continue();
    routes.push(route);
    return undefined;
  });
}

/** The portal answers again, the waiting calls too. */
export async function letGo(page: Page): Promise<void> {
  await Promise.all((held.get(page) ?? []).splice(0).map((route) => route.continue()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** From now on calls to this path, and those that wait, get this error in the BFF's own form, without a CRM call. */
export async function refuse(page: Page, path: string, status: number, error: ProblemCode): Promise<void> {
  const json = { error, message: 'request failed', requestId: '0b6f1c7e' };
  const answer = (route: Route) => route.fulfill({ status, json, headers: { 'retry-after': '60' } });
  await page.route(path, answer);
  await Promise.all((held.get(page) ?? []).splice(0).map(answer));
}

/** Somebody's personal link is open, with these words on the screen. */
export const linkOf =
  (name: string, words: string | RegExp): Play =>
  async ({ page, openLink }) => {
    await openLink(name);
    await seen(page, words);
  };

/** This address is open, with these words on the screen. */
export const at =
  (path: string, words: string | RegExp): Play =>
  async ({ page }) => {
    await page.goto(path);
    await seen(page, words);
  };

/** After a press of this button, with a CRM that accepts writes, these words are on the screen. */
export const pressed = (scene: string, name: string | RegExp, words: string | RegExp): Onward =>
  after(scene, async ({ page, portal }) => {
    await takeWrites(portal);
    await press(page, name);
    await seen(page, words);
  });

/** After the calls to this path that wait were answered that the CRM is down, these words are on the screen. */
export const crmDown = (scene: string, path: string, words: string | RegExp): Onward =>
  after(scene, async ({ page }) => {
    await refuse(page, path, 503, 'crm_unavailable');
    await seen(page, words);
  });

/** After the CRM refused the writes that wait, these words are on the screen. */
export const writesRefused = (scene: string, words: string | RegExp): Onward =>
  after(scene, async ({ page, portal }) => {
    await refuseWrites(portal);
    await letGo(page);
    await seen(page, words);
  });

/** From now on the CRM refuses writes. */
export async function refuseWrites(portal: Portal, match = '(PUT|POST) (?!.*coql)'): Promise<void> {
  await portal.fault({ match, kind: 'status', status: 400 });
}

/** From now on the CRM accepts writes. */
export async function takeWrites(portal: Portal): Promise<void> {
  await portal.noFaults();
}

/** Waits until nothing moves: the page is hydrated, fonts and pictures are there, and it is scrolled to the top. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('fieldset.takeover:disabled')).toHaveCount(0);
  // Missing while a part of the screen is still being loaded.
  await page.locator('h1').first().waitFor();
  await drawn(page);
}

/** Waits until a settled page is drawn again, after its size or letters changed. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
  });
}
