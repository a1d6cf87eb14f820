import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import {
  after,
  hold,
  letGo,
  linkOf,
  type Play,
  press,
  pressed,
  refuse,
  refuseWrites,
  type ScenesInTurn,
  type Stage,
  seen,
  takeWrites,
  writesRefused,
} from './scene.ts';

const APPROVE = '**/api/contacts/deals/*/approve';

/** An open offer, with the part that loads last. */
const openOfferOf = (name: string) => linkOf(name, 'Bij u thuis');
const bramReads = openOfferOf('bram');

async function write(page: Page, button: string) {
  await press(page, button);
  await page.getByRole('textbox').waitFor();
}

/** Sales ops edit bram's discount and name: another quote than the one he read. */
async function changeQuote(portal: Portal) {
  const { contactId } = portal.as('bram');
  await portal.salesOps('Contacts', contactId, { Mailing_Street: 'Kastanjelaan 16' });
}

const printed = (play: Play) => async (stage: Stage) => {
  await play(stage);
  await stage.page.emulateMedia({ media: 'print' });
};

const bramSigned = linkOf('daan', 'Bedankt voor uw bestelling');

const fillIn = ({ page }: Stage) => page.getByLabel('Uw naam').fill("Bram van 't Hof");

/** The quote, and what can be done with it. */
export const QUOTE_SCENES: ScenesInTurn = {
  'quote-approve': bramReads,
  'quote-approving': after('quote-approve', async ({ page }) => {
    await hold(page, APPROVE);
    await press(page, 'Akkoord … Verder');
    await page.getByRole('button', { name: 'Akkoord … Verder', disabled: true }).waitFor();
  }),
  'quote-approve-problem': writesRefused('quote-approving', 'request failed'),
  'quote-sign': pressed('quote-approve-problem', 'Akkoord … Verder', 'Teken de offerte met uw naam:'),
  'quote-sign-filled': after('quote-sign', fillIn),
  'quote-signing': after('quote-sign-filled', async ({ page }) => {
    await hold(page, APPROVE);
    await press(page, /^Akkoord/);
    await seen(page, 'Uw handtekening wordt vastgelegd…');
  }),
  'quote-sign-problem': writesRefused('quote-signing', 'request failed'),
  'quote-sign-unknown': after('quote-sign-problem', async ({ page, portal }) => {
    await takeWrites(portal);
    await refuse(page, APPROVE, 503, 'outcome_unknown');
    await press(page, /^Akkoord/);
    await seen(page, /Wij weten nog niet of uw handtekening is vastgelegd/);
  }),
  'quote-sign-offline': after('quote-sign-unknown', async ({ page, context }) => {
    await letGo(page);
    await context.setOffline(true);
    await press(page, /^Akkoord/);
    await seen(page, 'Er is geen verbinding.');
  }),
  'quote-changed': after('quote-sign-offline', async ({ page, context, portal }) => {
    await context.setOffline(false);
    await changeQuote(portal);
    await press(page, /^Akkoord/);
    await seen(page, 'De offerte is gewijzigd');
  }),
  'quote-sign-terms': after('quote-changed', async ({ page }) => {
    await press(page, 'Akkoord … Verder');
    await page.getByText('voorbeeld-2026-11').click();
    await page.locator('.sign').getByText('Garantie en klachten').waitFor();
  }),
  'quote-thanks': after('quote-sign-terms', async (stage) => {
    await fillIn(stage);
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, 'Overeenkomst herroepen');
  }),
  'quote-thanks-already': async (stage) => {
    const { page, portal } = stage;
    await bramReads(stage);
    await press(page, 'Akkoord … Verder');
    await fillIn(stage);
    const bram = portal.as('bram');
    await bram.post(`${bram.deal}/approve`, { gaikan_signature_plain: 'Bram Hof' });
    await press(page, /^Akkoord/);
    await seen(page, /Deze offerte was al ondertekend/);
    await seen(page, 'Overeenkomst herroepen');
  },
  'quote-older': openOfferOf('carla'),
  'quote-by-hand': openOfferOf('gerrit'),
  'quote-subsidy': after('quote-by-hand', openOfferOf('karel')),
  'quote-closed': after('quote-subsidy', linkOf('hanna', /Wij kijken deze offerte nog voor u na/)),
  'quote-ended': after('quote-closed', async (stage) => {
    await stage.portal.salesOps('Deals', stage.portal.as('hanna').dealId, { Stage: 'Closed Lost' });
    await linkOf('hanna', 'Deze offerte is gesloten')(stage);
  }),
  'quote-incomplete': after('quote-ended', async (stage) => {
    await stage.portal.salesOps('Deals', stage.portal.as('bram').dealId, { survey1_calc: '{"output":' });
    await linkOf('bram', 'Deze offerte is nog niet compleet')(stage);
  }),
  'quote-taken-back': after('quote-sign', async (stage) => {
    const { page, portal } = stage;
    await fillIn(stage);
    await portal.salesOps('Deals', portal.as('bram').dealId, { gaikan_saltion_battery_modules: '8' });
    await press(page, /^Akkoord/);
    await seen(page, 'Deze offerte staat niet meer open om te tekenen');
  }),
  'quote-sign-details': async (stage) => {
    const { page, portal } = stage;
    await portal.salesOps('Contacts', portal.as('bram').contactId, { Mailing_Street: null, Phone: null });
    await linkOf('bram', 'Akkoord … Verder')(stage);
    await press(page, 'Akkoord … Verder');
    await seen(page, 'Vul dit nog in voordat u tekent:');
  },
  'quote-answer-changing': async (stage) => {
    await linkOf('bram', 'Akkoord … Verder')(stage);
    await stage.page.getByRole('link', { name: 'Wijzig Plaats' }).click();
    await seen(stage.page, 'Uw huidige offerte');
  },
  'quote-preview': async ({ page, portal }) => {
    await page.goto(`/?survey_hash=${portal.as('bram').hash}&preview=1`);
    await seen(page, 'Voorbeeld');
    await seen(page, 'Akkoord … Verder');
    await seen(page, 'Bij u thuis');
  },
  'quote-call-me': after('quote-approve', async ({ page }) => {
    await press(page, 'Bel mij');
    await page.frameLocator('iframe').getByText(/Bram/).first().waitFor();
  }),
  'quote-question': after('quote-older', ({ page }) => write(page, 'Ik heb een vraag over deze offerte')),
  'quote-question-sending': after('quote-question', async ({ page }) => {
    await page.getByLabel('Uw vraag').fill('Kan het ook in de schuur?');
    await hold(page, '**/api/contacts/deals/**', 'writes');
    await press(page, 'Vraag versturen');
    await seen(page, 'Uw vraag wordt verstuurd…');
  }),
  'quote-question-problem': writesRefused('quote-question-sending', 'Uw vraag is nog niet verstuurd.'),
  'quote-question-received': pressed('quote-question-problem', 'Vraag versturen', /Wij hebben uw vraag ontvangen op/),
  'quote-decline': after('quote-question-received', ({ page }) => write(page, 'Ik wil deze offerte niet')),
  'quote-decline-received': pressed('quote-decline', 'Afwijzing versturen', /Wij hebben uw afwijzing ontvangen/),
  'quote-reconsidered': pressed('quote-decline-received', 'Toch verder', 'Verder zonder financiering'),
  'quote-older-sign': pressed('quote-reconsidered', /^Verder met financiering/, 'U koos: met financiering.'),
  'quote-signed': linkOf('daan', 'Overeenkomst herroepen'),
  'quote-signed-drawn': after('quote-incomplete', linkOf('eva', 'Overeenkomst herroepen')),
  'quote-withdraw': pressed('quote-signed', 'Overeenkomst herroepen', 'Overeenkomst herroepen?'),
  'quote-withdraw-problem': after('quote-withdraw', async ({ page, portal }) => {
    await refuseWrites(portal);
    await press(page, 'Ja, ik herroep deze overeenkomst');
    await seen(page, 'Ons systeem heeft uw herroeping niet vastgelegd.');
  }),
  'quote-withdrawn': pressed(
    'quote-withdraw-problem',
    'Ja, ik herroep deze overeenkomst',
    'Ontvangstbevestiging van uw herroeping',
  ),
  'quote-printed': printed(bramReads),
  'quote-printed-older': printed(openOfferOf('carla')),
  'quote-printed-signed': printed(bramSigned),
};
