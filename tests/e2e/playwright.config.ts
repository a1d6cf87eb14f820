import { defineConfig } from 'playwright/test';

/** Chromium as `npm test` found it; the flags keep it from asking the network for anything of its own. */
const launchOptions = {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

const use = { launchOptions, locale: 'nl-NL', timezoneId: 'Europe/Amsterdam', reducedMotion: 'reduce' as const };

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: [['list'], ['json']],
  use: { trace: 'retain-on-failure' },
  projects: [
    {
      name: 'phone',
      testIgnore: /keyboard|security|product-log/,
      use: { ...use, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: /product-log|every-screen/,
      use: { ...use, viewport: { width: 1280, height: 800 } },
    },
    // Looks back on the others, so it comes last.
    { name: 'log', testMatch: /product-log\.spec/, dependencies: ['phone', 'desktop'] },
  ],
});
