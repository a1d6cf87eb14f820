import { describe, expect, test } from 'vitest';
import { firstUnanswered, type Situation, stepToShow } from '../../web/customer/survey/deal-survey-steps.ts';

const NOTHING = {
  hasSurvey: true,
  quoteArea: 'none',
  status: 'survey',
  survey1_calc_complete: false,
  survey_1_has_solar_panels: null,
  survey1_number_of_panels: null,
  survey1_panels_age: null,
  gaikan_saltion_battery_modules: null,
  survey1_battery_box_distance_m: null,
} satisfies Situation['deal'];
const NO_PANELS = { ...NOTHING, survey_1_has_solar_panels: false };
const PANELS = { ...NOTHING, survey_1_has_solar_panels: true, survey1_number_of_panels: '12' };
const ALL = { ...NO_PANELS, gaikan_saltion_battery_modules: '6', survey1_battery_box_distance_m: '8' };
const CALCULATED = { ...ALL, survey1_calc_complete: true };
const RELEASED = { ...CALCULATED, quoteArea: 'approve' } satisfies Situation['deal'];
const LARGE = { ...ALL, gaikan_saltion_battery_modules: 'L' };
const KNOWN = {
  Last_Name: 'Vos',
  Phone: '0612345678',
  Mailing_Street: 'Kade 3',
  Mailing_Zip: '3581 KD',
  Mailing_City: 'Utrecht',
};

function place(change: Partial<Situation>) {
  return stepToShow({ deal: NOTHING, contact: KNOWN, memory: undefined, path: '', arriving: true, ...change });
}

describe('§2.5 the first unanswered step', () => {
  test.each([
    { deal: NOTHING, step: 'solar' },
    { deal: PANELS, step: 'solar' },
    { deal: { ...PANELS, survey1_panels_age: '5+' }, step: 'modules' },
    { deal: NO_PANELS, step: 'modules' },
    { deal: { ...NO_PANELS, gaikan_saltion_battery_modules: '6' }, step: 'distance' },
    { deal: ALL, step: 'complete' },
  ])('$step', ({ deal, step }) => {
    expect(firstUnanswered(deal, KNOWN)).toBe(step);
  });

  test.each(['Last_Name', 'Phone', 'Mailing_Street', 'Mailing_Zip', 'Mailing_City'])(
    'asks the contact without %s',
    (field) => {
      expect(firstUnanswered(ALL, { ...KNOWN, [field]: null })).toBe('contact');
    },
  );
});

describe('§2.5 when the survey runs', () => {
  test('another product type has no survey, whatever its URL', () => {
    const deal = { ...NOTHING, hasSurvey: false };
    expect(place({ deal })).toEqual({ show: 'nothing' });
    expect(place({ deal, path: 'pages/2' })).toEqual({ goTo: 'deal' });
  });

  test('it is over once sales ops closed the deal, because nobody would see the answers', () => {
    const deal = { ...NOTHING, status: 'ended' as const };
    expect(place({ deal })).toEqual({ show: 'nothing' });
    expect(place({ deal, path: 'pages/complete' })).toEqual({ goTo: 'deal' });
  });

  test('the survey is over once there is a calculation', () => {
    expect(place({ deal: CALCULATED })).toEqual({ show: 'nothing' });
    expect(place({ deal: CALCULATED, path: 'pages/3' })).toEqual({ goTo: 'deal' });
    expect(place({ deal: CALCULATED, path: 'pages/complete' })).toEqual({ goTo: 'deal' });
  });

  test('a visitor who is answering continues with the contact details after the calculation', () => {
    expect(place({ deal: CALCULATED, memory: 'answering', path: 'pages/4' })).toEqual({ show: 'contact' });
    expect(place({ deal: CALCULATED, memory: 'answering' })).toEqual({ goTo: 'contact' });
    expect(place({ deal: CALCULATED, memory: 'answering', path: 'pages/complete' })).toEqual({ goTo: 'contact' });
  });

  test('the thank-you stays until the visitor leaves it', () => {
    expect(place({ deal: CALCULATED, memory: 'complete', path: 'pages/complete' })).toEqual({ show: 'complete' });
    expect(place({ deal: CALCULATED, memory: 'complete', path: 'pages/4' })).toEqual({ goTo: 'deal' });
    expect(place({ deal: CALCULATED, memory: 'complete' })).toEqual({ show: 'nothing' });
  });

  test('L and XL are never calculated: the last answer leads to the complete screen', () => {
    expect(place({ deal: LARGE })).toEqual({ goTo: 'complete' });
    expect(place({ deal: LARGE, path: 'pages/complete' })).toEqual({ show: 'complete' });
    expect(place({ deal: LARGE, path: 'pages/2' })).toEqual({ show: 'modules' });
  });
});

describe('I4 details that can be given and changed later', () => {
  const noStreet = { ...KNOWN, Mailing_Street: null };

  test('the contact step of a calculated deal is open until name, address and phone are known', () => {
    expect(place({ deal: CALCULATED, contact: noStreet })).toEqual({ goTo: 'contact' });
    expect(place({ deal: CALCULATED, contact: noStreet, path: 'pages/4' })).toEqual({ show: 'contact' });
    expect(place({ deal: CALCULATED, path: 'pages/4' })).toEqual({ goTo: 'deal' });
  });

  test('a quote that can be approved comes first; its contact step opens by its address', () => {
    expect(place({ deal: RELEASED, contact: noStreet })).toEqual({ show: 'nothing' });
    expect(place({ deal: RELEASED, contact: noStreet, path: 'pages/4' })).toEqual({ show: 'contact' });
  });

  test('every step of a finished survey opens for changing an answer, until the signature', () => {
    for (const [path, step] of [
      ['pages/1', 'solar'],
      ['pages/2', 'modules'],
      ['pages/3', 'distance'],
      ['pages/4', 'contact'],
    ]) {
      expect(place({ deal: RELEASED, memory: 'changing', path: path ?? '' })).toEqual({ show: step });
      const signed: Situation['deal'] = { ...RELEASED, quoteArea: 'signed' };
      expect(place({ deal: signed, memory: 'changing', path: path ?? '' })).toEqual({ goTo: 'deal' });
    }
    expect(place({ deal: RELEASED, memory: 'changing' })).toEqual({ show: 'nothing' });
  });

  test('J6 a customer whose details are missing at signing can give them, also if the deal has no survey', () => {
    const deal = { ...RELEASED, hasSurvey: false };
    expect(place({ deal, memory: 'changing', path: 'pages/4' })).toEqual({ show: 'contact' });
    expect(place({ deal, memory: 'changing', path: 'pages/2' })).toEqual({ goTo: 'deal' });
    expect(place({ deal, path: 'pages/4' })).toEqual({ goTo: 'deal' });
  });

  test('changing to a size without a price leads to the end of the survey', () => {
    expect(place({ deal: LARGE, memory: 'changing', arriving: false })).toEqual({ goTo: 'complete' });
  });
});

describe('§2.5 moving through the survey', () => {
  test('a new visit starts at the first unanswered step, but a visitor who goes back stays at the earlier step', () => {
    expect(place({ deal: NO_PANELS })).toEqual({ goTo: 'modules' });
    expect(place({ deal: NO_PANELS, arriving: false })).toEqual({ show: 'solar' });
  });

  test('the address of a later or unknown step leads to the first unanswered step; an earlier step is shown', () => {
    expect(place({ deal: NO_PANELS, path: 'pages/4' })).toEqual({ goTo: 'modules' });
    expect(place({ deal: NO_PANELS, path: 'pages/7' })).toEqual({ goTo: 'modules' });
    expect(place({ deal: { ...NO_PANELS, gaikan_saltion_battery_modules: '6' }, path: 'pages/2/' })).toEqual({
      show: 'modules',
    });
  });

  test('an empty phone number does not block a visitor who just confirmed the details', () => {
    const contact = { ...KNOWN, Phone: null };
    expect(place({ deal: CALCULATED, contact, memory: 'complete', path: 'pages/complete' })).toEqual({
      show: 'complete',
    });
  });
});
