import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// `npm run conformance`: what a CRM must do, asked of the one that the environment names, else of the sandbox.

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/crm-conformance/*.test.ts'],
    globalSetup: 'tests/crm-conformance/real-org.ts',
    // An organisation takes ten calls at once, and its portal needs them.
    fileParallelism: false,
    testTimeout: 60_000,
  },
});
