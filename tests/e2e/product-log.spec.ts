import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { personalTraces } from '../security/personal-traces.ts';
import { PRODUCT_LOGS } from './product-log.ts';

test('security 38 no log line of all these tests holds personal data', () => {
  const said = readdirSync(PRODUCT_LOGS).map((name) => readFileSync(PRODUCT_LOGS + name, 'utf8'));
  // Every worker opened screens: a log without requests proves nothing.
  for (const log of said) expect(log).toContain('"msg":"request"');
  expect(said.length).toBeGreaterThan(0);
  expect(personalTraces(said.join('\n'))).toEqual([]);
});
