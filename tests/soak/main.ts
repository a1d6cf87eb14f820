import { parseArgs } from 'node:util';
import { needPrograms } from '../../commands/programs.ts';
import {
  ALL_RULES,
  type Behaviours,
  DEFAULT_BEHAVIOURS,
  OTHER_WAY,
  readBehaviours,
  STORING_RULES,
} from '../../fixtures/crm-sandbox/behaviours.ts';
import { connectionIn } from '../../fixtures/scenarios/scenario.ts';
import { BATCH, runBatch, type Tally } from './batch.ts';
import { FIGURES } from './figures.ts';
import { organisationCrm } from './organisation-crm.ts';
import { openStage } from './stage.ts';
import { startSandboxCrm } from './stage-crm.ts';

// `npm run soak -- --journeys N --seed S`, or `-- --seed S --journey J` to repeat one journey alone.

/** Each makes about fifty calls, of the few thousand that a free organisation allows in a day. */
const MOST_IN_ORGANISATION = 20;
/** The CRM's limit of tokens; a single process requests a new one after each of its restarts. */
const TOKENS_IN_TEN_MINUTES = 10;

const { values } = parseArgs({
  options: {
    journeys: { type: 'string' },
    seed: { type: 'string' },
    journey: { type: 'string' },
    behaviours: { type: 'string' },
    organisation: { type: 'boolean' },
    processes: { type: 'string' },
    gently: { type: 'boolean' },
  },
});
const whole = (name: 'journeys' | 'seed' | 'journey' | 'processes', fallback: number) => {
  const text = values[name] ?? String(fallback);
  const least = name === 'seed' ? 0 : 1;
  if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
  process.stderr.write(`--${name} is a whole number, at least ${least}.\n`);
  process.exit(1);
};
// `--behaviours other`: in every open question the CRM behaves differently from the documentation. `rules`: it has
// every rule of an administrator that the portal can work with. `all`: both, and the rules that block what is stored.
const WAYS: Readonly<Record<string, Partial<Behaviours>>> = {
  other: OTHER_WAY,
  rules: ALL_RULES,
  all: { ...OTHER_WAY, ...ALL_RULES, ...STORING_RULES },
};
const { behaviours: text = '' } = values;
const behaviours = WAYS[text] ? { ...DEFAULT_BEHAVIOURS, ...WAYS[text] } : readBehaviours(text);
const seed = whole('seed', 1);
const only = values.journey === undefined ? null : whole('journey', 1);
const journeys = only ?? whole('journeys', 300);
// `--processes 3`: this many processes behind HAProxy, with a Redis store. The soak kills the store, and processes too
// (not with `--gently`).
const processes = whole('processes', 1);
if (processes > 1) needPrograms('redis-server', 'haproxy');

// `--organisation`: on the CRM of the environment, with contacts and deals that are made for the run and removed again.
const openCrm = () =>
  values.organisation
    ? organisationCrm(connectionIn(process.env), journeys + 1, (line) => process.stdout.write(`${line}\n`))
    : startSandboxCrm(BATCH, behaviours, processes > 1 ? TOKENS_IN_TEN_MINUTES : undefined);
const several = processes > 1 ? { count: processes, kills: !values.gently } : undefined;
const openPortal = async () => openStage(await openCrm(), several);
if (values.organisation && (only !== null || journeys > MOST_IN_ORGANISATION)) {
  process.stderr.write(`--organisation takes --journeys up to ${MOST_IN_ORGANISATION}.\n`);
  process.exit(1);
}

const startedAt = performance.now();
const tallies: Tally[] = [];
for (let from = only ?? 1; from <= journeys; from += BATCH) {
  const numbers = Array.from({ length: Math.min(BATCH, journeys - from + 1) }, (_, index) => from + index);
  const tally = await runBatch(seed, numbers, openPortal);
  tallies.push(tally);
  for (const { figure, journey, what } of tally.findings) {
    const again = journey === 0 ? '' : `  again: npm run soak -- --seed ${seed} --journey ${journey}\n`;
    process.stdout.write(`${figure}: ${what}\n${again}`);
  }
  if (journeys > BATCH) process.stdout.write(`${numbers.at(-1)} of ${journeys}, ${tally.findings.length} findings\n`);
}
process.stdout.write(report(Math.round((performance.now() - startedAt) / 1000)));
process.exit(tallies.every(({ findings }) => findings.length === 0) ? 0 : 1);

/** The figures of the run: the events, and every kind of broken promise. */
function report(seconds: number): string {
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  const counts = (['confirmed', 'unsure', 'refused', 'signed', 'calls', 'journeys'] as const).map((name) =>
    sum((tally) => tally[name]),
  );
  const [confirmed, unsure, refused, signed, calls = 0, travelled] = counts;
  const kinds = new Set(tallies.flatMap(({ faults }) => [...faults.keys()]));
  const hits = [...kinds].map((kind) => [kind, sum(({ faults }) => faults.get(kind) ?? 0)] as const);
  const injected = hits.reduce((total, [, count]) => total + count, 0);
  const width = Math.max(...FIGURES.map(({ length }) => length)) + 2;
  const lines = [
    `The ledger of ${travelled} journeys (seed ${seed}, ${seconds} s)`,
    `CRM calls          ${calls}`,
    `faults             ${injected}, ${((injected / calls) * 100).toFixed(1)} % of the calls: ${hits.map((hit) => hit.join(' ')).join(', ')}`,
    `reported           ${confirmed} confirmed, ${unsure} not known, ${refused} refused; ${signed} signed`,
    ...FIGURES.map((figure) => {
      const count = sum(({ findings }) => findings.filter((finding) => finding.figure === figure).length);
      return `${figure.padEnd(width)}${count}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
