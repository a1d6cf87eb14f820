import type { Page } from 'playwright/test';
import { hold, press, refuseWrites, type Scenes, type Stage, seen } from './scene.ts';

interface Step {
  /** Opens the step with nothing answered on it. */
  open: (stage: Stage) => Promise<void>;
  heading: string;
  fill: (page: Page) => Promise<unknown>;
}

const fillDistance = (page: Page) => page.getByRole('textbox', { name: /meter/ }).fill('8');

/** What anna has answered before she comes to a step. */
const answered =
  (props: Record<string, unknown>) =>
  async ({ portal, openLink }: Stage) => {
    const anna = portal.as('anna');
    if (Object.keys(props).length > 0) await anna.put(`/api/contacts/deals/${anna.dealIds[0]}`, { props });
    await openLink('anna');
  };

const annaAtDistance = answered({ survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '6' });

/** With modules and distance the quote is calculated: to the details one comes through the step before them only. */
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
  },
  'survey-distance': {
    open: annaAtDistance,
    heading: 'Waar komt de batterij?',
    fill: fillDistance,
  },
  'survey-details': {
    open: annaAtDetails,
    heading: 'Uw contact gegevens',
    fill: fillDetails,
  },
  'pages-solar': { open: page('solar_panels'), heading: 'Heeft u zonnepanelen?', fill: fillSolar },
  'pages-battery': {
    open: page('battery'),
    heading: 'In welk formaat batterij bent u geïnteresseerd?',
    fill: (page) => page.getByLabel('Formaat van de batterij').selectOption('20'),
  },
  'pages-distance': {
    open: page('survey1_battery_box_distance_m'),
    heading: 'Waar komt de batterij?',
    fill: fillDistance,
  },
  'pages-details': { open: page('Survey_basics'), heading: 'Uw contact gegevens', fill: fillDetails },
};

/** The same four states of each step. */
function statesOf([name, { open, heading, fill }]: [string, Step]): [string, Scenes[string]][] {
  const filled = async (stage: Stage) => {
    await open(stage);
    await seen(stage.page, heading);
    await fill(stage.page);
    await expectSaveable(stage.page);
  };
  return [
    [
      name,
      async (stage) => {
        await open(stage);
        await seen(stage.page, heading);
      },
    ],
    [`${name}-filled`, filled],
    [
      `${name}-saving`,
      async (stage) => {
        await filled(stage);
        await hold(stage.page, '**/api/contacts/**', 'writes');
        await press(stage.page, 'Volgende');
        await stage.page.locator('main button[type=submit]:disabled').waitFor();
      },
    ],
    [
      `${name}-problem`,
      async (stage) => {
        await filled(stage);
        await refuseWrites(stage.portal);
        await press(stage.page, 'Volgende');
        await seen(stage.page, 'request failed');
      },
    ],
  ];
}

async function expectSaveable(page: Page) {
  await page.getByRole('button', { name: 'Volgende', disabled: false }).waitFor();
}

/** The questions, of a deal ("survey") and of a contact ("pages"). */
export const SURVEY_SCENES: Scenes = {
  ...Object.fromEntries(Object.entries(STEPS).flatMap(statesOf)),
  'survey-solar-unfinished': async (stage) => {
    await answered({})(stage);
    await press(stage.page, /^Ja$/);
    await seen(stage.page, 'Kies hoe oud de panelen zijn.');
  },
  'survey-solar-many': async (stage) => {
    await answered({})(stage);
    await fillSolar(stage.page);
    await stage.page.getByLabel('Aantal zonnepanelen').fill('240');
    await press(stage.page, 'Volgende');
    await seen(stage.page, 'Klopt het dat u 240 panelen heeft?');
  },
  'survey-details-asked': async (stage) => {
    await annaAtDetails(stage);
    await stage.page.getByLabel('Telefoonnummer').fill('0612');
    await stage.page.getByLabel('Postcode').fill('12');
    await press(stage.page, 'Volgende');
    await seen(stage.page, 'Is het goed zo? Druk dan nog een keer op Volgende.');
  },
  'survey-distance-rounded': async (stage) => {
    await annaAtDistance(stage);
    await stage.page.getByRole('textbox', { name: /meter/ }).fill('3,5');
    await seen(stage.page, '3,5 is naar boven afgerond op 4.');
  },
  'survey-distance-refused': async (stage) => {
    await annaAtDistance(stage);
    await stage.page.getByRole('textbox', { name: /meter/ }).fill('1500');
    await seen(stage.page, 'Vul een getal in van 1 tot en met 999.');
  },
  'survey-modules-large': async (stage) => {
    await answered({ survey_1_has_solar_panels: false })(stage);
    await stage.page.getByRole('radio', { name: /Groot gebruik/ }).check();
    await seen(stage.page, 'Wij bellen u voor een offerte op maat.');
  },
  'survey-distance-empty': async (stage) => {
    await annaAtDistance(stage);
    await stage.page.getByRole('textbox', { name: /meter/ }).fill('');
    await seen(stage.page, 'Vul de afstand in hele meters in.');
  },
  'survey-distance-offline': async (stage) => {
    await annaAtDistance(stage);
    await fillDistance(stage.page);
    await stage.context.setOffline(true);
    await press(stage.page, 'Volgende');
    await seen(stage.page, 'Er is geen verbinding.');
  },
  'survey-details-odd': async (stage) => {
    await annaAtDetails(stage);
    await stage.page.getByLabel('Telefoonnummer').fill('06');
    await stage.page.getByLabel('Postcode').fill('12');
    await stage.page.getByLabel('Plaatsnaam').focus();
    await seen(stage.page, /\?$/);
  },
  'survey-details-refused': async (stage) => {
    await annaAtDetails(stage);
    await fillDetails(stage.page);
    await stage.page.getByLabel('Telefoonnummer').fill('0'.repeat(31));
    await press(stage.page, 'Volgende');
    await seen(stage.page, 'request failed');
  },
  'survey-details-elsewhere': async (stage) => {
    await annaAtDetails(stage);
    await stage.page.getByLabel('Land', { exact: true }).selectOption({ label: 'Anders' });
    await seen(stage.page, /welk land/i);
  },
  'survey-complete': async (stage) => {
    await annaAtDetails(stage);
    await stage.page.getByLabel('Telefoonnummer').fill('06 11 22 33 44');
    await stage.page.getByLabel('Straatnaam + huisnummer').fill('Kade 12');
    await press(stage.page, 'Volgende');
    await seen(stage.page, 'Bedankt voor uw aanvraag');
    await seen(stage.page, 'Uw offerte:');
  },
  'survey-complete-on-measure': async ({ page, openLink }) => {
    await openLink('lotte');
    await seen(page, 'Wij bellen u voor een offerte op maat');
  },
  'pages-complete': async ({ page, portal, openLink }) => {
    await portal.as('joke').post('/api/contacts/contactDetails', {
      properties: {
        survey_1_has_solar_panels: false,
        survey1_preferred_battery_size: '20',
        survey1_battery_box_distance_m: '4',
      },
    });
    await openLink('joke', '/pages/complete');
    await seen(page, 'Controleer uw antwoorden');
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
    await portal.as('joke').post('/api/contacts/contactDetails', {
      properties: {
        survey_1_has_solar_panels: true,
        survey1_number_of_panels: '14',
        survey1_panels_age: '3-4',
        survey1_preferred_battery_size: '20',
        survey1_battery_box_distance_m: '4',
      },
    });
    await portal.sandbox('POST', '/sandbox/faults', { match: 'POST .*/(Tasks|Notes)', kind: 'status', status: 400 });
    await openLink('joke', '/pages/complete');
    await seen(page, 'Uw aanvraag is nog niet verstuurd');
  },
};
