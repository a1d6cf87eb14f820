import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { portalFile } from '../../bff/site/portal-file.ts';
import { adviceFor } from '../../web/customer/survey/ModulesStep.tsx';

const RULES = {
  reason: 'Daarom.',
  rules: [
    { panels: 10, modules: 1 },
    { panels: 20, modules: 3 },
  ],
};
const panels = (count: string | null, has: boolean | null = true) => ({
  survey_1_has_solar_panels: has,
  survey1_number_of_panels: count,
});

test.each([
  ['1', 'Ons advies bij 1 paneel: 1 module (5,7\u00a0kWh). Daarom.'],
  ['10', 'Ons advies bij 10 panelen: 1 module (5,7\u00a0kWh). Daarom.'],
  ['11', 'Ons advies bij 11 panelen: 3 modules (17,1\u00a0kWh). Daarom.'],
  ['21', undefined],
  ['veel', undefined],
  [null, undefined],
])('advice at %s panels', (count, text) => {
  expect(adviceFor(RULES, panels(count))?.text).toBe(text);
});

test('there is no advice without panels, or without a rule in the portal file', () => {
  expect(adviceFor(RULES, panels('8', false))).toBeUndefined();
  expect(adviceFor(RULES, panels('8', null))).toBeUndefined();
  expect(adviceFor(null, panels('8'))).toBeUndefined();
});

test('a portal file may have no rules; the rules that it has must rise', () => {
  const sample = JSON.parse(readFileSync(new URL('../../portal.json', import.meta.url), 'utf8'));
  const { moduleAdvice, ...without } = sample;
  expect(portalFile.safeParse(without).success).toBe(true);
  const mixed = { ...moduleAdvice, rules: [...moduleAdvice.rules].reverse() };
  expect(portalFile.safeParse({ ...sample, moduleAdvice: mixed }).success).toBe(false);
});
