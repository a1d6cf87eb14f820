import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALL_TESTS, AREAS } from './areas.ts';
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

for (const area of AREAS.filter(({ name }) => values.area === undefined || name === values.area)) {
  if (run(area.tests, null) !== 'survived') {
    say(`${area.name}: its tests fail without any fault`);
    process.exit(1);
  }
  const all = mutantsOf(ROOT, area);
  const some = chosen(all, Number(values.mutants), Number(values.seed));
  let survived = 0;
  for (const mutant of some) {
    const first = run(area.tests, mutant);
    const verdict = first === 'survived' ? run(ALL_TESTS, mutant) : first;
    if (verdict === 'killed') continue;
    if (verdict === 'survived') survived += 1;
    say(
      `${verdict}: ${mutant.file}:${mutant.line} ${mutant.operator}\n  ${mutant.before.trim()}\n  ${mutant.after.trim()}`,
    );
  }
  say(`${area.name}: ${some.length - survived} of ${some.length} noticed (${all.length} possible)`);
}
