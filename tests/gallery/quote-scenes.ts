import type { Portal } from '../bff/portal.ts';
import { hold, press, refuse, refuseWrites, type Scenes, type Stage, seen } from './scene.ts';

const APPROVE = '**/api/contacts/deals/*/approve';

/** A person's quote, with these words on it. */
const quoteOf =
  (name: string, words: string | RegExp) =>
  async ({ page, openLink }: Stage) => {
    await openLink(name);
    await seen(page, words);
  };

/** The part that loads last is there too. */
const bramReads = quoteOf('bram', 'Bij u thuis');

async function bramApproves(stage: Stage) {
  await bramReads(stage);
  await press(stage.page, 'Akkoord … Verder');
  await seen(stage.page, 'Teken de offerte met uw naam:');
}

async function bramFillsIn(stage: Stage) {
  await bramApproves(stage);
  await stage.page.getByLabel('Uw naam').fill("Bram van 't Hof");
}

async function carlaWrites({ page, openLink }: Stage, button: string) {
  await openLink('carla');
  await press(page, button);
  await page.getByRole('textbox').waitFor();
}

async function daanWithdraws({ page, openLink }: Stage) {
  await openLink('daan');
  await press(page, 'Overeenkomst herroepen');
  await seen(page, 'Overeenkomst herroepen?');
}

/** Sales ops edit bram's discount and name: another quote than the one he read. */
async function changeQuote(portal: Portal) {
  const { contactId } = portal.as('bram');
  await portal.salesOps('Contacts', contactId, { Mailing_Street: 'Kastanjelaan 16' });
}

const printed = (play: Scenes[string]) => async (stage: Stage) => {
  await play?.(stage);
  await stage.page.emulateMedia({ media: 'print' });
};

const bramSigned = quoteOf('daan', 'Bedankt voor uw bestelling');

/** The quote, and what can be done with it. */
export const QUOTE_SCENES: Scenes = {
  'quote-approve': bramReads,
  'quote-approving': async (stage) => {
    await bramReads(stage);
    await hold(stage.page, APPROVE);
    await press(stage.page, 'Akkoord … Verder');
    await stage.page.getByRole('button', { name: 'Akkoord … Verder', disabled: true }).waitFor();
  },
  'quote-approve-problem': async (stage) => {
    await bramReads(stage);
    await refuseWrites(stage.portal);
    await press(stage.page, 'Akkoord … Verder');
    await seen(stage.page, 'request failed');
  },
  'quote-older': quoteOf('carla', 'Verder zonder financiering'),
  'quote-older-sign': async (stage) => {
    await quoteOf('carla', 'Verder zonder financiering')(stage);
    await press(stage.page, /^Verder met financiering/);
    await seen(stage.page, 'U koos: met financiering.');
  },
  'quote-by-hand': quoteOf('gerrit', 'Akkoord … Verder'),
  'quote-subsidy': quoteOf('karel', 'Onder voorbehoud van subsidie'),
  'quote-closed': quoteOf('hanna', /Wij kijken deze offerte nog voor u na/),
  'quote-incomplete': async (stage) => {
    await stage.portal.salesOps('Deals', stage.portal.as('bram').dealIds[0] ?? '', { survey1_calc: '{"output":' });
    await quoteOf('bram', 'Deze offerte is nog niet compleet')(stage);
  },
  'quote-changed': async (stage) => {
    await bramFillsIn(stage);
    await changeQuote(stage.portal);
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, 'De offerte is gewijzigd');
  },
  'quote-preview': async ({ page, portal }) => {
    await page.goto(`/?survey_hash=${portal.as('bram').hash}&preview=1`);
    await seen(page, 'Voorbeeld');
    await seen(page, 'Akkoord … Verder');
  },
  'quote-call-me': async (stage) => {
    await bramReads(stage);
    await press(stage.page, 'Bel mij');
    await stage.page.frameLocator('iframe').getByText(/Bram/).first().waitFor();
  },
  'quote-sign': bramApproves,
  'quote-sign-filled': bramFillsIn,
  'quote-sign-terms': async (stage) => {
    await bramApproves(stage);
    await stage.page.getByText('voorbeeld-2026-11').click();
    await stage.page.locator('.sign').getByText('Garantie en klachten').waitFor();
  },
  'quote-signing': async (stage) => {
    await bramFillsIn(stage);
    await hold(stage.page, APPROVE);
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, 'Uw handtekening wordt vastgelegd…');
  },
  'quote-sign-problem': async (stage) => {
    await bramFillsIn(stage);
    await refuseWrites(stage.portal);
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, 'request failed');
  },
  'quote-sign-unknown': async (stage) => {
    await bramFillsIn(stage);
    await refuse(stage.page, APPROVE, 503, 'outcome_unknown');
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, /Wij weten nog niet of uw handtekening is vastgelegd/);
  },
  'quote-sign-offline': async (stage) => {
    await bramFillsIn(stage);
    await stage.context.setOffline(true);
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, 'Er is geen verbinding.');
  },
  'quote-thanks': async (stage) => {
    await bramFillsIn(stage);
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, 'Overeenkomst herroepen');
  },
  'quote-thanks-already': async (stage) => {
    await bramFillsIn(stage);
    const bram = stage.portal.as('bram');
    await bram.post(`/api/contacts/deals/${bram.dealIds[0]}/approve`, { gaikan_signature_plain: 'Bram Hof' });
    await press(stage.page, /^Akkoord/);
    await seen(stage.page, /Deze offerte was al ondertekend/);
    await seen(stage.page, 'Overeenkomst herroepen');
  },
  'quote-signed': quoteOf('daan', 'Overeenkomst herroepen'),
  'quote-signed-drawn': quoteOf('eva', 'Overeenkomst herroepen'),
  'quote-question': (stage) => carlaWrites(stage, 'Ik heb een vraag over deze offerte'),
  'quote-question-sending': async (stage) => {
    await carlaWrites(stage, 'Ik heb een vraag over deze offerte');
    await stage.page.getByLabel('Uw vraag').fill('Kan het ook in de schuur?');
    await hold(stage.page, '**/api/contacts/deals/**', 'writes');
    await press(stage.page, 'Vraag versturen');
    await seen(stage.page, 'Uw vraag wordt verstuurd…');
  },
  'quote-question-problem': async (stage) => {
    await carlaWrites(stage, 'Ik heb een vraag over deze offerte');
    await stage.page.getByLabel('Uw vraag').fill('Kan het ook in de schuur?');
    await refuseWrites(stage.portal);
    await press(stage.page, 'Vraag versturen');
    await seen(stage.page, 'Uw vraag is nog niet verstuurd.');
  },
  'quote-question-received': async (stage) => {
    await carlaWrites(stage, 'Ik heb een vraag over deze offerte');
    await stage.page.getByLabel('Uw vraag').fill('Kan het ook in de schuur?');
    await press(stage.page, 'Vraag versturen');
    await seen(stage.page, /Wij hebben uw vraag ontvangen op/);
  },
  'quote-decline': (stage) => carlaWrites(stage, 'Ik wil deze offerte niet'),
  'quote-decline-received': async (stage) => {
    await carlaWrites(stage, 'Ik wil deze offerte niet');
    await press(stage.page, 'Afwijzing versturen');
    await seen(stage.page, /Wij hebben uw afwijzing ontvangen/);
  },
  'quote-withdraw': daanWithdraws,
  'quote-withdraw-problem': async (stage) => {
    await daanWithdraws(stage);
    await refuseWrites(stage.portal);
    await press(stage.page, 'Ja, ik herroep deze overeenkomst');
    await seen(stage.page, 'Uw herroeping is nog niet vastgelegd.');
  },
  'quote-withdrawn': async (stage) => {
    await daanWithdraws(stage);
    await press(stage.page, 'Ja, ik herroep deze overeenkomst');
    await seen(stage.page, 'Ontvangstbevestiging van uw herroeping');
  },
  'quote-printed': printed(bramReads),
  'quote-printed-older': printed(quoteOf('carla', 'Verder zonder financiering')),
  'quote-printed-signed': printed(bramSigned),
};
