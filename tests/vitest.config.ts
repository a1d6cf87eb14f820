import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './long-first.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // Modules are loaded once per worker, not once per file: a test file leaves no state in them.
    isolate: false,
    unstubGlobals: true,
    // Tests mostly wait for a portal on loopback: more workers than cores keep both cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Real servers on loopback are slow on a busy machine. No test measures time by this; it only ends a test that
    // hangs.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Concurrent tests mostly wait, each for its own portal.
    maxConcurrency: 8,
    hookTimeout: 180_000,
  },
});
