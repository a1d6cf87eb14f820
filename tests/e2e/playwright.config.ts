import { defineConfig } from 'playwright/test';

/** Chromium as `npm test` found it; most flags stop network requests of its own. */
const launchOptions = {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium starts a spare process for each page, which no test uses.
    '--renderer-process-limit=1',
  ],
};

const use = { launchOptions, locale: 'nl-NL', timezoneId: 'Europe/Amsterdam', reducedMotion: 'reduce' as const };

const LOOKS_BACK = /product-log\.spec/;

export default defineConfig({
  testDir: '.',
  // Node reads TypeScript itself; otherwise each worker would compile the product and the built web once more.
  build: { external: ['**/bff/**', '**/crm-contract/**', '**/fixtures/**', '**/web/**'] },
  outputDir: '../../test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // A test waits for its page half of the time, so four workers keep two cores busy.
  workers: 4,
  // Generous for a busy machine: no test measures time with these limits. They only end a test that hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  // Tracing each test costs a quarter of the run; `playwright test --trace on` records the one that failed. Tests of
  // photos cannot be traced: the recorder reads the pictures' blob: addresses itself, and breaks the page's content
  // policy. `screenshot: 'only-on-failure'` takes a picture at the end of every test; portal-page.ts takes one of a
  // failed test only.
  // Each worker of a project starts a portal and a browser of its own, so all tests that need them are one project.
  projects: [
    { name: 'portal', testIgnore: LOOKS_BACK, teardown: 'log', use },
    // Checks the output of the other project, so it runs last, even if that failed.
    { name: 'log', testMatch: LOOKS_BACK },
  ],
});
