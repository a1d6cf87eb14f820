import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosen, type Mutant, mutantsOf } from './mutants.ts';

// `npm run mutation -- --mutants 30 --seed 1 [--area quote]`: puts one fault at a time into code
// with expensive faults and reports those that no test noticed: first the tests of that code run, then all others.

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string' },
  },
});
/** Code with the most expensive faults, and the tests that notice most of them, quickly. */
const AREAS: Readonly<Record<string, { code: readonly string[]; tests: readonly string[] }>> = {
  quote: { code: ['bff/quote'], tests: ['tests/bff/quote/', 'tests/bff/deal', 'tests/bff/older-quotes'] },
  agreement: { code: ['bff/agreement'], tests: ['tests/bff/agreement/', 'tests/bff/sign', 'tests/bff/order-'] },
  deal: { code: ['bff/deal'], tests: ['tests/bff/deal', 'tests/bff/sign', 'tests/bff/messages'] },
  access: { code: ['bff/access'], tests: ['tests/bff/access/', 'tests/security/'] },
  'crm-contract/http': { code: ['crm-contract/http'], tests: ['tests/crm-contract/'] },
  'call center': {
    code: ['bff/desk', 'bff/queue/order-leads.ts', 'bff/queue/next-lead.ts'],
    tests: ['tests/bff/desk', 'tests/bff/queue/', 'tests/bff/actions-'],
  },
};
/** For a fault that those do not notice. */
const ALL_TESTS = ['tests/bff/', 'tests/security/', 'tests/crm-contract/', 'tests/promises/', 'tests/shared-store/'];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A fault that makes the code loop forever counts as noticed. */
const LONGEST_MS = 600_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Verdict = 'killed' | 'survived' | 'out of time';

function run(tests: readonly string[], mutant: Mutant | null): Verdict {
  const { status, signal } = spawnSync(
    process.execPath,
    ['node_modules/.bin/vitest', 'run', '--config', 'tests/mutation/vitest.config.ts', '--reporter=dot', ...tests],
    {
      cwd: ROOT,
      stdio: 'ignore',
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
      env: { ...process.env, MUTANT: JSON.stringify(mutant) },
    },
  );
  if (signal !== null) return 'out of time';
  return status === 0 ? 'survived' : 'killed';
}

for (const [area, { code, tests }] of Object.entries(AREAS)) {
  if (values.area !== undefined && area !== values.area) continue;
  if (run(tests, null) !== 'survived') {
    say(`${area}: its tests fail without any fault`);
    process.exit(1);
  }
  const all = mutantsOf(ROOT, code);
  const some = chosen(all, Number(values.mutants), Number(values.seed));
  let survived = 0;
  for (const mutant of some) {
    const first = run(tests, mutant);
    const verdict = first === 'survived' ? run(ALL_TESTS, mutant) : first;
    if (verdict === 'killed') continue;
    if (verdict === 'survived') survived += 1;
    say(
      `${verdict}: ${mutant.file}:${mutant.line} ${mutant.operator}\n  ${mutant.before.trim()}\n  ${mutant.after.trim()}`,
    );
  }
  say(`${area}: ${some.length - survived} of ${some.length} noticed (${all.length} possible)`);
}
