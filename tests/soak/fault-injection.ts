import type { Fault, FaultKind } from '../../fixtures/crm-sandbox/faults/fault.ts';

type Trouble = Partial<Fault> & { kind: FaultKind; rate: number };

/**
 * The faults of a soak hit about one call in five, each kind at its own rate. Faults that use a client's whole deadline
 * (hang, drip) are rare; otherwise a run would measure waiting. Refused connections, lost tokens and 429 hit everybody
 * at once, so they occur a few times in a run: the portal asks for at most eight tokens in ten minutes.
 */
const FAULT_MIX: readonly Trouble[] = [
  { kind: 'latency', ms: 250, rate: 0.04 },
  { kind: 'latency', ms: 1_200, rate: 0.006 },
  { kind: 'status', status: 500, rate: 0.015 },
  { kind: 'status', status: 500, when: 'after', rate: 0.015 },
  { kind: 'status', status: 502, rate: 0.008 },
  { kind: 'status', status: 503, when: 'after', rate: 0.008 },
  { kind: 'html', rate: 0.01 },
  { kind: 'html', when: 'after', rate: 0.006 },
  { kind: 'truncate', rate: 0.012 },
  { kind: 'truncate', announce: true, rate: 0.006 },
  { kind: 'reset', rate: 0.02 },
  { kind: 'reset', when: 'after', rate: 0.02 },
  { kind: 'reset', when: 'within', rate: 0.01 },
  { kind: 'late-commit', ms: 1_500, rate: 0.012 },
  { kind: 'late-commit', ms: 300, rate: 0.008 },
  { kind: 'partial', rate: 0.01 },
  { kind: 'hang', rate: 0.002 },
  { kind: 'hang', when: 'after', rate: 0.001 },
  { kind: 'drip', ms: 300, rate: 0.002 },
];

const FOR_EVERYBODY: readonly (Trouble & { times: number })[] = [
  { kind: 'refuse', ms: 250, rate: 0.001, times: 3 },
  { kind: 'expire-token', rate: 0.002, times: 2 },
  { kind: 'status', status: 429, rate: 0.002, times: 3 },
];

/** After this, a write that was cut off has been committed. */
export const LATEST_COMMIT_MS = 2_000;

/** The faults to arm. Each record has its own schedule, which depends on the seed alone. */
export function faultMix(seed: number): Partial<Fault>[] {
  const ofRecords = FAULT_MIX.map((trouble, index) => ({
    ...trouble,
    per: 'record' as const,
    seed: seed + index * 7_919,
  }));
  return [...ofRecords, ...FOR_EVERYBODY.map((trouble, index) => ({ ...trouble, seed: seed + index }))];
}

/** The name under which a fault is counted. */
export function nameOf({ kind, status, when, announce }: Pick<Fault, 'kind' | 'status' | 'when' | 'announce'>): string {
  const more = [status, kind === 'truncate' ? announce && 'announced' : when !== 'before' && when];
  return [kind, ...more.filter(Boolean)].join(' ');
}
