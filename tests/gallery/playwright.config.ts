import { defineConfig } from 'playwright/test';
import tests from '../e2e/playwright.config.ts';

/** Like the browser tests: a scene is reached on a phone, and then shown on a wide screen as well. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../../test-results/gallery',
  reporter: 'dot',
  fullyParallel: true,
  use: { trace: 'off' },
  projects: tests.projects?.filter(({ name }) => name === 'portal').map(({ teardown: _, ...portal }) => portal) ?? [],
});
