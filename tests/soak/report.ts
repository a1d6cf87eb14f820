import type { Tally } from './batch.ts';
import { FIGURES } from './figures.ts';

export function sumOf(tallies: readonly Tally[]): Tally {
  const faults = new Map<string, number>();
  for (const tally of tallies)
    for (const [kind, hits] of tally.faults) faults.set(kind, (faults.get(kind) ?? 0) + hits);
  const sum = (field: 'journeys' | 'calls' | 'confirmed' | 'unsure' | 'refused' | 'signed') =>
    tallies.reduce((total, tally) => total + tally[field], 0);
  return {
    journeys: sum('journeys'),
    calls: sum('calls'),
    confirmed: sum('confirmed'),
    unsure: sum('unsure'),
    refused: sum('refused'),
    signed: sum('signed'),
    faults,
    findings: tallies.flatMap(({ findings }) => findings),
  };
}

const WIDTH = Math.max(...FIGURES.map(({ length }) => length)) + 2;

/** The figures of a run: the events, and every kind of broken promise. */
export function report(tally: Tally, seed: number, seconds: number): string {
  const injected = [...tally.faults.values()].reduce((total, hits) => total + hits, 0);
  const share = ((injected / tally.calls) * 100).toFixed(1);
  const kinds = [...tally.faults].map(([kind, hits]) => `${kind} ${hits}`).join(', ');
  const lines = [
    `The ledger of ${tally.journeys} journeys (seed ${seed}, ${seconds} s)`,
    `CRM calls          ${tally.calls}`,
    `faults             ${injected}, ${share} % of the calls: ${kinds}`,
    `reported           ${tally.confirmed} confirmed, ${tally.unsure} not known, ${tally.refused} refused; ${tally.signed} signed`,
    ...FIGURES.map((figure) => {
      const count = tally.findings.filter((finding) => finding.figure === figure).length;
      return `${figure.padEnd(WIDTH)}${count}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
