import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import {
  after,
  at,
  crmDown,
  hold,
  letGo,
  linkOf,
  press,
  refuse,
  type ScenesInTurn,
  type Stage,
  seen,
} from './scene.ts';

const VERIFY = '**/api/contacts/verify';
const LINK = '**/api/contacts/link';
const DEALS = '**/api/contacts/deals/*';

/** A customer who returns without the link: the browser alone renders the page. */
async function comeBack({ page, portal }: Stage, name: string) {
  const { hash } = portal.as(name);
  await page.addInitScript((kept) => localStorage.setItem('survey_hash', kept), hash);
  await page.goto('/');
}

async function askLink({ page }: Stage) {
  await page.getByPlaceholder('email').fill('iemand@example.nl');
  await press(page, 'Stuur mijn link');
}

const firstDeal = (portal: Portal, name: string) => portal.as(name).dealId;

/** Opens a deal from an answer without its parts: the page breaks. */
export async function openBrokenDeal({ page, openLink }: Pick<Stage, 'page' | 'openLink'>) {
  await page.route(DEALS, (route) => route.fulfill({ json: { deal: { id: '1' } } }));
  await openLink('fatima');
  await openFirstDeal(page);
  await seen(page, 'Pagina opnieuw laden');
}

async function openFirstDeal(page: Page) {
  await page
    .getByRole('button', { name: /Bekijk/ })
    .first()
    .click();
}

/** The gate's states, and pages without content. */
export const GATE_SCENES: ScenesInTurn = {
  'gate-loading': async (stage) => {
    await hold(stage.page, VERIFY);
    await stage.page.clock.install();
    await comeBack(stage, 'bram');
    await seen(stage.page, 'Uw gegevens worden geladen');
  },
  'gate-loading-slow': after('gate-loading', async (stage) => {
    await stage.page.clock.fastForward(3_000);
    await stage.page.clock.fastForward(2_000);
    await seen(stage.page, /Wij blijven het proberen/);
  }),
  'gate-loading-retry': after('gate-loading-slow', async (stage) => {
    await stage.page.clock.fastForward(39_000);
    await seen(stage.page, 'Opnieuw proberen');
  }),
  'gate-no-link': at('/', 'Stuur mijn link'),
  'gate-link-sending': after('gate-no-link', async (stage) => {
    await hold(stage.page, LINK);
    await askLink(stage);
    await seen(stage.page, 'Een moment…');
  }),
  'gate-link-sent': after('gate-link-sending', async ({ page }) => {
    await letGo(page);
    await seen(page, /Als dit adres bij ons bekend is/);
  }),
  'gate-link-too-many': after('gate-link-sent', async (stage) => {
    await stage.page.goto('/');
    await refuse(stage.page, LINK, 429, 'too_many');
    await askLink(stage);
    await seen(stage.page, 'request failed');
  }),
  'gate-unknown-link': after('gate-link-too-many', async ({ page }) => {
    await letGo(page);
    await page.goto('/?survey_hash=sandbox-nobody-0000000000000000');
    await seen(page, /Deze link kennen wij niet/);
  }),
  'gate-crm-down': async (stage) => {
    await refuse(stage.page, VERIFY, 503, 'crm_unavailable');
    await comeBack(stage, 'bram');
    await seen(stage.page, 'Er is een storing');
  },
  'gate-too-many': after('gate-crm-down', async ({ page }) => {
    await refuse(page, VERIFY, 429, 'too_many');
    await page.reload();
    await seen(page, 'Even wachten');
  }),
  'gate-unknown-link-own': after('gate-too-many', async ({ page }) => {
    await letGo(page);
    await page.goto('/?survey_hash=sandbox-nobody-0000000000000000');
    await seen(page, 'Verder met mijn eigen link');
  }),
  style: after('gate-unknown-link', at('/stijl', 'Kleuren')),
  deals: linkOf('fatima', 'Bekijk'),
  'deals-in-preparation': linkOf('ivo', 'Wij werken aan uw offerte'),
  'deals-ended': after('deals-in-preparation', async (stage) => {
    const { portal } = stage;
    for (const name of ['ivo', 'fatima']) {
      await portal.salesOps('Deals', portal.as(name).dealIds.at(-1) ?? '', { Stage: 'Closed Lost' });
    }
    await linkOf('fatima', 'Gesloten')(stage);
  }),
  'deals-ended-page': after('deals-ended', linkOf('ivo', 'Deze aanvraag is gesloten')),
  'deals-loading': after('deals', async ({ page }) => {
    await hold(page, DEALS);
    await openFirstDeal(page);
    await seen(page, 'Uw gegevens worden geladen');
  }),
  'deals-failed': crmDown('deals-loading', DEALS, /Ons systeem is even niet bereikbaar/),
  'gate-crash': after('deals-failed', openBrokenDeal),
  'deals-unknown': after('gate-crash', async ({ page, portal, openLink }) => {
    await letGo(page);
    await openLink('anna', `/deals/${firstDeal(portal, 'bram')}/`);
    await seen(page, 'Wij vinden deze offerte niet');
  }),
};
