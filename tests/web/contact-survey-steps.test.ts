import { describe, expect, test } from 'vitest';
import { DEAL_ANSWER_NAMES, type DealAnswerName } from '../../bff/view-models/answers.ts';
import { reviewRows } from '../../web/customer/survey/AnswerList.tsx';
import { firstOpenPage, PAGE_STEPS, pageToShow } from '../../web/customer/survey/contact-survey-steps.ts';
import { dealSurveyRows } from '../../web/quote/answer-rows.ts';

type Contact = Parameters<typeof firstOpenPage>[0];

const nobody: Contact = {
  id: '415086800000000001',
  Full_Name: 'Joke van der Meer',
  First_Name: 'Joke',
  Last_Name: 'van der Meer',
  Phone: '06-00000110',
  Email: null,
  Mailing_Street: 'Duinweg 45',
  Mailing_Zip: '1865 AV',
  Mailing_City: 'Bergen aan Zee',
  Mailing_State: null,
  Mailing_Country: 'Nederland',
  survey_1_has_solar_panels: null,
  survey1_number_of_panels: null,
  survey1_panels_age: null,
  survey1_preferred_battery_size: null,
  survey1_battery_box_distance_m: null,
};
const answered: Contact = {
  ...nobody,
  survey_1_has_solar_panels: false,
  survey1_preferred_battery_size: '20',
  survey1_battery_box_distance_m: '4',
};

describe('C1, C2 the step at which the survey of /pages continues', () => {
  test.each([
    ['nothing', nobody, undefined, 'solar_panels'],
    ['"Nee"', { ...nobody, survey_1_has_solar_panels: false }, undefined, 'battery'],
    ['"Ja" without more', { ...nobody, survey_1_has_solar_panels: true }, undefined, 'solar_panels'],
    [
      '"Ja" without an age',
      { ...nobody, survey_1_has_solar_panels: true, survey1_number_of_panels: '4' },
      undefined,
      'solar_panels',
    ],
    ['no distance', { ...answered, survey1_battery_box_distance_m: null }, 'details', 'survey1_battery_box_distance_m'],
    ['all questions here', answered, 'questions', 'box_pictures'],
    ['all on another device', answered, undefined, 'complete'],
    ['all but the phone on another device', { ...answered, Phone: null }, undefined, 'box_pictures'],
    ['photos passed', answered, 'photos', 'Survey_basics'],
    ['details passed', answered, 'details', 'complete'],
  ] as const)('%s', (_, contact, memory, step) => {
    expect(firstOpenPage(contact, memory)).toBe(step);
    expect(pageToShow('onbekend', contact, memory)).toEqual({ goTo: step });
    expect(pageToShow('', contact, memory)).toEqual({ goTo: step });
  });

  test('every step opens by its name, the end only when it was reached', () => {
    for (const step of PAGE_STEPS.filter((each) => each !== 'complete')) {
      expect(pageToShow(step, nobody, undefined)).toEqual({ show: step });
    }
    expect(pageToShow('complete', nobody, 'details')).toEqual({ goTo: 'solar_panels' });
    expect(pageToShow('complete', { ...answered, Phone: null }, 'photos')).toEqual({ goTo: 'Survey_basics' });
    expect(pageToShow('complete', { ...answered, Phone: null }, 'details')).toEqual({ show: 'complete' });
    expect(pageToShow('complete', answered, undefined)).toEqual({ show: 'complete' });
  });
});

describe('C2 "controleer uw antwoorden"', () => {
  const linesOf = (contact: Contact) => Object.fromEntries(reviewRows(contact).map((row) => [row.step, row.lines]));

  test('the lines show labels, not values, and a CRM value without a label as it is', () => {
    const contact = {
      ...answered,
      survey_1_has_solar_panels: true,
      survey1_number_of_panels: '1',
      survey1_panels_age: '-1',
      survey1_preferred_battery_size: '33',
    };
    expect(linesOf(contact)).toEqual({
      solar_panels: ['Ja, 1 paneel, minder dan 1 jaar'],
      battery: ['33'],
      survey1_battery_box_distance_m: ['4 meter van de meterkast'],
      Survey_basics: ['Joke van der Meer', '06-00000110', 'Duinweg 45', '1865 AV Bergen aan Zee', 'Nederland'],
    });
    expect(linesOf(answered)).toMatchObject({ solar_panels: ['Nee'], battery: ['22,8kW', 'Opslag: 22,8 kWh'] });
  });

  test('an absent value gives no line', () => {
    const { solar_panels, battery, survey1_battery_box_distance_m } = linesOf(nobody);
    expect([solar_panels, battery, survey1_battery_box_distance_m]).toEqual([[], [], []]);
  });

  test.each([
    ['20', '20 kWh'],
    ['+', 'Groter of ander formaat'],
    ['ruim', 'ruim'],
  ])('a deal of the older format with size "%s" says "%s", as its quote does', (size, said) => {
    const rows = dealSurveyRows({
      ...(Object.fromEntries(DEAL_ANSWER_NAMES.map((name) => [name, null])) as Record<DealAnswerName, null>),
      gaikan_deal_version: null,
      survey1_preferred_battery_size: size,
    });
    expect(rows.find(({ step }) => step === 'modules')?.lines).toEqual([said]);
  });
});
