import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import config from '../vitest.config.ts';
import type { Mutant } from './mutants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const mutant = JSON.parse(process.env.MUTANT ?? 'null') as Mutant | null;

/** The usual tests, on code with one wrong line. The file on disk is not changed. */
export default mergeConfig(config, {
  plugins: [
    {
      name: 'one-line-wrong',
      enforce: 'pre' as const,
      transform(code: string, id: string) {
        if (!mutant || id !== ROOT + mutant.file) return undefined;
        const lines = code.split('\n');
        if (lines[mutant.line - 1] !== mutant.before) throw new Error(`${mutant.file} is not as it was`);
        return { code: lines.with(mutant.line - 1, mutant.after).join('\n'), map: null };
      },
    },
  ],
  // A module cache would hold the code without the fault. The timeouts are long, because a slow run on a busy machine
  // must not count as noticed.
  test: { bail: 1, fsModuleCache: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
