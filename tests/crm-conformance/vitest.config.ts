import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// `npm run conformance`: the requirements on a CRM, tested on the one in the environment, else on the sandbox.

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/crm-conformance/*.test.ts'],
    globalSetup: 'tests/crm-conformance/real-org.ts',
    // An organisation accepts ten calls at once, and its portal needs them.
    fileParallelism: false,
    testTimeout: 60_000,
  },
});
