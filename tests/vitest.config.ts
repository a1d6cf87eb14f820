import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // Real servers on loopback: a slow machine may take its time, a test never waits for a clock.
    testTimeout: 20_000,
    // Tests that may run at once mostly wait, each for a portal of its own.
    maxConcurrency: 12,
    hookTimeout: 30_000,
  },
});
