import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildWebIfStale } from './build-web.ts';
import { absence, bringPrograms, PROGRAMS, type ProgramName, programPath, testsOf } from './programs.ts';

// `npm test`: the whole test suite, cheap parts first. `npm run test:quick`: its first part, for use while working.
// With paths (`npm test -- tests/bff/documents`) only the vitest files there.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals: paths } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
const quick = values.quick ?? false;
const isPart = paths.length > 0;
/** A partial run keeps the results of the last full run. */
const RESULTS = isPart ? mkdtempSync(join(tmpdir(), 'test-results-')) : `${ROOT}test-results`;
/** Everything that needs neither the built web nor a running portal. */
const QUICK = ['tests/house', 'tests/web', 'tests/crm-contract', 'tests/bff/quote', 'tests/deploy'];
/** A stage that takes longer is hanging, even on a slow machine: it is killed and fails, and its output is shown. */
const STAGE_MS = 40 * 60_000;
const startedAt = performance.now();
const took: [stage: string, seconds: number][] = [];
/** The paths for vitest; empty for all. */
const filter = isPart ? paths : quick ? QUICK : [];
/** Test files or stages of this run that need a program. */
const neededFor = (name: ProgramName) =>
  testsOf(name).filter((test) => (filter.length > 0 ? filter.some((path) => test.includes(path)) : true));
const needed = (Object.keys(PROGRAMS) as ProgramName[]).filter((name) => neededFor(name).length > 0);
const missing = bringPrograms(needed);
const notRun = new Set(missing.flatMap(neededFor));
const SOAKS = [
  { stage: 'soak', args: ['--journeys', '100'] },
  { stage: 'soak of three', args: ['--journeys', '20', '--processes', '3', '--gently'] },
].filter(({ stage }) => !notRun.has(stage));
let passed = 0;
/** Failures by name: repeated at the very end, because often only the end of a log is visible. */
const failures: string[] = [];

if (!isPart) {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  check('types', await run('tsc', ['-b']));
  check('lint', await run('biome', ['check', '.']));
}
const isWhole = !isPart && !quick;

// The BFF serves the built web, which its own tests and the browser tests use.
if (isWhole) await buildWeb();

// Soaks and vitest mostly wait, so they run in parallel; a soak's output follows that of vitest.
const soaks = isWhole ? runSoaks() : undefined;

const vitest = await run('vitest', [
  'run',
  ...filter,
  ...[...notRun].map((test) => `--exclude=${test}`),
  '--config',
  'tests/vitest.config.ts',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${RESULTS}/vitest.json`,
]);
count('vitest', vitest, () => {
  const tests = results<VitestResults>('vitest.json').testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.map(({ fullName, status, failureMessages }) => ({
    name: fullName,
    passed: status === 'passed',
    why: failureMessages?.[0],
  }));
});

if (soaks) {
  for (const { stage, succeeded } of await soaks) {
    const said = readFileSync(`${RESULTS}/${stage}.log`, 'utf8');
    console.log(`\n— ${stage}\n${said}`);
    check(stage, succeeded, said);
  }
}

if (isWhole && !notRun.has('playwright')) {
  const browser = await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts'], {
    env: { CHROME_PATH: programPath('chromium'), PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json` },
  });
  count('playwright', browser, () => {
    return results<PlaywrightSuite>('playwright.json').suites?.flatMap(testsIn) ?? [];
  });
}

took.push(['in all', (performance.now() - startedAt) / 1_000]);
for (const [stage, seconds] of took) console.log(`${stage.padEnd(14)}${seconds.toFixed(0).padStart(5)} s`);
for (const failure of failures) console.log(`FAILED  ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed${told(notRun)}`);
if (isPart) rmSync(RESULTS, { recursive: true });
process.exit(failures.length === 0 ? 0 : 1);

interface TestResult {
  name: string;
  /** Skipped, flaky and to-do count as not passed. */
  passed: boolean;
  why: string | undefined;
}

interface VitestResults {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

function testsIn({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] {
  return [
    ...suites.flatMap(testsIn),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        name: `${file} ${title} [${projectName}]`,
        passed: status === 'expected',
        why: results.find(({ error }) => error)?.error?.message,
      })),
    ),
  ];
}

async function buildWeb(): Promise<void> {
  try {
    await buildWebIfStale();
    passed += 1;
  } catch (error) {
    failures.push(`The web does not build: ${error instanceof Error ? error.message : 'unknown fault'}`);
  }
}

/** Skipped parts, grouped by the missing program. */
function told(tests: ReadonlySet<string>): string {
  const reason = (test: string) =>
    missing
      .filter((name) => testsOf(name).includes(test))
      .map(absence)
      .join('; ');
  const byReason = Object.entries(Object.groupBy(tests, reason));
  const each = byReason.map(([why, without = []]) => `${without.join(', ')} (${why})`);
  return each.length === 0 ? '' : `, not run: ${each.join(', ')}`;
}

/** A stage that runs in parallel with another writes its output to the given file. */
async function run(
  stage: string,
  args: string[],
  { env = {}, outputFile }: { env?: NodeJS.ProcessEnv; outputFile?: string } = {},
): Promise<boolean> {
  if (!outputFile) console.log(`\n— ${stage} ${args[0] ?? ''}`);
  const output = outputFile ? openSync(`${RESULTS}/${outputFile}`, 'w') : 'inherit';
  const began = performance.now();
  const program = stage.startsWith('soak') ? [] : [`node_modules/.bin/${stage}`];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    stdio: ['inherit', output, output],
    // All processes of a stage share one compile cache.
    env: { ...process.env, NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/node`, ...env },
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), STAGE_MS);
  const [status, signal] = await once(child, 'close');
  clearTimeout(deadline);
  if (typeof output === 'number') closeSync(output);
  took.push([stage, (performance.now() - began) / 1_000]);
  if (signal !== null) failures.push(`${stage} was ended by ${signal} after ${took.at(-1)?.[1].toFixed(0)} s`);
  return status === 0;
}

/** Runs the soaks one after another. */
async function runSoaks() {
  const ended: { stage: string; succeeded: boolean }[] = [];
  for (const { stage, args } of SOAKS) {
    const succeeded = await run(stage, ['tests/soak/main.ts', ...args], { outputFile: `${stage}.log` });
    ended.push({ stage, succeeded });
  }
  return ended;
}

function check(stage: string, succeeded: boolean, why?: string): void {
  if (succeeded) passed += 1;
  else failures.push(inShort(stage, why));
  console.log(succeeded ? `${stage}: no fault` : `${stage}: faults above`);
}

/** A failure and the first lines of its reason, on one line. */
function inShort(name: string, why = ''): string {
  const lines = [name, ...stripVTControlCharacters(why).trim().split(/\n\s*/).slice(0, 4)];
  return lines.filter(Boolean).join(' | ').slice(0, 600);
}

function results<T>(file: string): T {
  return JSON.parse(readFileSync(`${RESULTS}/${file}`, 'utf8')) as T;
}

/** A runner that failed without a failed test (it crashed, or found none) counts as one failure. */
function count(runner: string, succeeded: boolean, read: () => TestResult[]): void {
  let tests: TestResult[] = [];
  try {
    tests = read();
  } catch (error) {
    console.log(`No results to read: ${error instanceof Error ? error.message : 'unknown fault'}`);
  }
  const failed = tests.filter((test) => !test.passed);
  passed += tests.length - failed.length;
  failures.push(...failed.map(({ name, why }) => inShort(name, why)));
  if (tests.length === 0 || (!succeeded && failed.length === 0)) failures.push(`${runner}: see above`);
}
