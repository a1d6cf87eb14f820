import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { personalTraces } from '../security/personal-traces.ts';
import { PRODUCT_LOGS } from './product-log.ts';

test('security 38 no log line of all these tests holds personal data', () => {
  const said = readdirSync(PRODUCT_LOGS).map((name) => readFileSync(PRODUCT_LOGS + name, 'utf8'));
  const lines = said.join('\n').split('\n');
  // Screens of every kind were opened: a log that is all but empty proves nothing.
  expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(1_000);
  expect(personalTraces(lines.join('\n'))).toEqual([]);
});
