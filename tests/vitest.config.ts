import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './long-first.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // Modules are loaded once per worker, not once per file: a test file leaves nothing behind in them.
    isolate: false,
    unstubGlobals: true,
    // Most of a test's time is waiting for a portal on loopback: more workers than cores keep both cores at work.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Real servers on loopback: a busy machine may take its time. No test measures time by it; it ends what would never end.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests that may run at once mostly wait, each for a portal of its own.
    maxConcurrency: 16,
    hookTimeout: 180_000,
  },
});
