import type { Page } from 'playwright/test';
import {
  after,
  hold,
  linkOf,
  press,
  pressed,
  type ScenesInTurn,
  type Stage,
  seen,
  takeWrites,
  writesRefused,
} from './scene.ts';

interface Step {
  /** Opens the step with nothing answered on it. */
  open: (stage: Stage) => Promise<void>;
  heading: string;
  fill: (page: Page) => Promise<unknown>;
  /** The scene from which the step is opened, if it is not an empty page. */
  openedAfter?: string;
  /** The scene in which the answers are filled in, if it is not the opened step. */
  filledAfter?: string;
}

const fillDistance = (page: Page, metres = '8') => page.getByRole('textbox', { name: /meter/ }).fill(metres);

/** After this distance is filled in, these words are on the screen. */
const distance = (scene: string, metres: string, words: string) =>
  after(scene, async ({ page }) => {
    await fillDistance(page, metres);
    await seen(page, words);
  });

const PANELS = { survey_1_has_solar_panels: true, survey1_number_of_panels: '14', survey1_panels_age: '3-4' };
const BATTERY = { survey1_preferred_battery_size: '20', survey1_battery_box_distance_m: '4' };

/** What anna has answered before she comes to a step. */
const answered =
  (props: Record<string, unknown>) =>
  async ({ portal, openLink }: Stage) => {
    const anna = portal.as('anna');
    if (Object.keys(props).length > 0) await anna.put(anna.deal, { props });
    await openLink('anna');
  };

const annaAtDistance = answered({ survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '6' });

/**
 * Once modules and distance are saved, the quote is complete. Then only the step of the distance leads to the details.
 */
async function annaAtDetails(stage: Stage) {
  await annaAtDistance(stage);
  await fillDistance(stage.page);
  await press(stage.page, 'Volgende');
  await seen(stage.page, 'Uw contact gegevens');
}

const page =
  (step: string) =>
  ({ openLink }: Stage) =>
    openLink('joke', `/pages/${step}`);

const fillSolar = async (page: Page) => {
  await press(page, /^Ja$/);
  await page.getByLabel('Aantal zonnepanelen').fill('14');
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('3-4');
};
const fillDetails = async (page: Page) => {
  await page.getByLabel('Telefoonnummer').fill('06 00 00 01 23');
  await page.getByLabel('Straatnaam + huisnummer').fill('Laan 7');
};

/** Every step with something to answer, of a deal and of a contact. */
const STEPS: Record<string, Step> = {
  'survey-solar': { open: answered({}), heading: 'Heeft u zonnepanelen?', fill: fillSolar },
  'survey-modules': {
    open: answered({ survey_1_has_solar_panels: false }),
    heading: 'Hoeveel opslag wilt u?',
    fill: (page) => page.getByRole('radio', { name: /^6 × 5,7/ }).check(),
    filledAfter: 'survey-modules-large',
  },
  'survey-distance': {
    open: annaAtDistance,
    heading: 'Waar komt de batterij?',
    fill: fillDistance,
    filledAfter: 'survey-distance-rounded',
  },
  'survey-details': {
    open: annaAtDetails,
    heading: 'Uw contact gegevens',
    fill: fillDetails,
  },
  'pages-solar': { open: page('solar_panels'), heading: 'Heeft u zonnepanelen?', fill: fillSolar },
  'pages-battery': {
    open: page('battery'),
    openedAfter: 'pages-solar-problem',
    heading: 'In welk formaat batterij bent u geïnteresseerd?',
    fill: (page) => page.getByLabel('Formaat van de batterij').selectOption('20'),
  },
  'pages-distance': {
    open: page('survey1_battery_box_distance_m'),
    openedAfter: 'pages-battery-problem',
    heading: 'Waar komt de batterij?',
    fill: fillDistance,
  },
  'pages-details': {
    open: page('Survey_basics'),
    openedAfter: 'pages-distance-problem',
    heading: 'Uw contact gegevens',
    fill: fillDetails,
  },
};

/** The same four states of each step. */
function statesOf([name, { open, openedAfter, heading, fill, filledAfter = name }]: [string, Step]): [
  string,
  ScenesInTurn[string],
][] {
  const opened = async (stage: Stage) => {
    await takeWrites(stage.portal);
    await open(stage);
    await seen(stage.page, heading);
  };
  return [
    [name, openedAfter ? after(openedAfter, opened) : opened],
    [
      `${name}-filled`,
      after(filledAfter, async ({ page }) => {
        await fill(page);
        await page.getByRole('button', { name: 'Volgende', disabled: false }).waitFor();
      }),
    ],
    [
      `${name}-saving`,
      after(`${name}-filled`, async ({ page }) => {
        await hold(page, '**/api/contacts/**', 'writes');
        await press(page, 'Volgende');
        await page.locator('main button[type=submit]:disabled').waitFor();
      }),
    ],
    [`${name}-problem`, writesRefused(`${name}-saving`, 'request failed')],
  ];
}

/** The questions, of a deal ("survey") and of a contact ("pages"). */
export const SURVEY_SCENES: ScenesInTurn = {
  ...Object.fromEntries(Object.entries(STEPS).flatMap(statesOf)),
  'survey-solar-unfinished': pressed('survey-solar', /^Ja$/, 'Kies hoe oud de panelen zijn.'),
  'survey-solar-many': after('survey-solar-unfinished', async ({ page }) => {
    await page.getByLabel('Hoe oud zijn de panelen?').selectOption('3-4');
    await page.getByLabel('Aantal zonnepanelen').fill('240');
    await press(page, 'Volgende');
    await seen(page, 'Klopt het dat u 240 panelen heeft?');
  }),
  'survey-modules-advised': async (stage) => {
    await answered(PANELS)(stage);
    await seen(stage.page, /Ons advies bij 14 panelen/);
  },
  'survey-modules-large': after('survey-modules', async ({ page }) => {
    await page.getByRole('radio', { name: /Groot gebruik/ }).check();
    await seen(page, 'Wij bellen u voor een offerte op maat.');
  }),
  'survey-modules-ends-offer': async ({ page, openLink }) => {
    await openLink('bram');
    await page.getByRole('link', { name: 'Wijzig Batterij' }).click();
    await page.getByRole('radio', { name: /Groot gebruik/ }).check();
    await seen(page, /^Uw huidige offerte vervalt/);
  },
  'survey-distance-refused': distance('survey-distance', '1500', 'Vul een getal in van 1 tot en met 999.'),
  'survey-distance-empty': distance('survey-distance-refused', '', 'Vul hele meters in'),
  'survey-distance-rounded': distance('survey-distance-empty', '3,5', '3,5 is naar boven afgerond op 4.'),
  'survey-distance-offline': after('survey-distance-problem', async ({ page, context }) => {
    await context.setOffline(true);
    await press(page, 'Volgende');
    await seen(page, 'Er is geen verbinding.');
  }),
  'survey-details-odd': after('survey-details', async ({ page }) => {
    await page.getByLabel('Telefoonnummer').fill('06');
    await page.getByLabel('Postcode').fill('12');
    await page.getByLabel('Plaatsnaam').focus();
    await seen(page, /\?$/);
  }),
  'survey-details-asked': after('survey-details-odd', async ({ page }) => {
    await page.getByLabel('Telefoonnummer').fill('0612');
    await press(page, 'Volgende');
    await seen(page, 'Is het goed zo? Druk dan nog een keer op Volgende.');
  }),
  'survey-details-refused': after('survey-details-asked', async ({ page }) => {
    await fillDetails(page);
    await page.getByLabel('Postcode').fill('');
    await page.getByLabel('Telefoonnummer').fill('0'.repeat(31));
    await press(page, 'Volgende');
    await seen(page, 'request failed');
  }),
  'survey-details-elsewhere': after('survey-details-refused', async ({ page }) => {
    await page.getByLabel('Land', { exact: true }).selectOption({ label: 'Anders' });
    await seen(page, /welk land/i);
  }),
  'survey-complete': after('survey-details-problem', async ({ page, portal }) => {
    await takeWrites(portal);
    await press(page, 'Volgende');
    await seen(page, 'Bedankt voor uw aanvraag');
    await seen(page, 'Uw offerte:');
  }),
  'survey-complete-on-measure': linkOf('lotte', 'Wij bellen u voor een offerte op maat'),
  'pages-complete': async ({ page, portal, openLink }) => {
    const properties = { survey_1_has_solar_panels: false, ...BATTERY };
    await portal.as('joke').post('/api/contacts/contactDetails', { properties });
    await openLink('joke', '/pages/complete');
    await seen(page, 'Uw antwoorden');
    await seen(page, "Nog geen foto's ontvangen");
    await seen(page, 'U ontvangt uw offerte per e-mail.');
  },
  'pages-details-without-mail': async ({ page, portal, openLink }) => {
    await portal.salesOps('Contacts', portal.as('joke').contactId, { Email: null });
    await openLink('joke', '/pages/Survey_basics');
    await page.getByLabel('E-mailadres').fill('joke@example');
    await press(page, 'Volgende');
    await seen(page, /Vul uw hele e-mailadres in/);
  },
  'pages-complete-unsent': async ({ page, portal, openLink }) => {
    await portal.as('joke').post('/api/contacts/contactDetails', { properties: { ...PANELS, ...BATTERY } });
    await portal.fault({ match: 'POST .*/(Tasks|Notes)', kind: 'status', status: 400 });
    await openLink('joke', '/pages/complete');
    await seen(page, 'Uw aanvraag is nog niet verstuurd');
  },
};
