import { defineConfig } from 'playwright/test';
import tests from '../e2e/playwright.config.ts';

/** Uses the phone of the browser tests: a scene is reached there, and then shown on a wide screen as well. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../../test-results/gallery',
  reporter: 'dot',
  fullyParallel: true,
  use: { trace: 'off' },
  projects: tests.projects?.filter(({ name }) => name === 'phone').map(({ teardown: _, ...phone }) => phone) ?? [],
});
