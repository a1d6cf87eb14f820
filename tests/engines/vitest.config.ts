import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// `npm run test:engines`: a few journeys in the engines that Playwright cannot drive as installed.

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/engines/journeys.ts'],
    globalSetup: 'tests/engines/build.ts',
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
