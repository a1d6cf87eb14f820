import { AsyncLocalStorage } from 'node:async_hooks';
import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';

/**
 * How long all CRM calls of a request may take together: queue, attempts and pauses count. The browser waits longer: 45
 * seconds for an answer. Photos that are sent have a watch of their own there, which looks at progress.
 */
const CALLS = {
  read: { lane: 'read', ms: 8_000 },
  save: { lane: 'save', ms: 12_000 },
  // The browser gives up after 45 s. Only staff's page downloads photos.
  download: { lane: 'upload', ms: 40_000 },
  upload: { lane: 'upload', ms: 120_000 },
  sign: { lane: 'sign', ms: 15_000 },
  background: { lane: 'background', ms: 30_000 },
} as const;

/**
 * How long the calls of a request may wait for slots besides: a waiting call keeps its turn, and the browser waits for
 * all of it. Background work waits within its time.
 */
const PATIENCE_MS = 25_000;

const staffWork = new AsyncLocalStorage<true>();

/** Runs work whose reads have the slots of staff. */
export function forStaff<T>(work: () => T): T {
  return staffWork.run(true, work);
}

/**
 * For a read that several wait for: it has nobody's signal or list of drifts, and is at least as urgent as a customer's
 * read. One that begins in the background has a read's deadline: a customer may wait for it.
 */
export function crmOptionsForAll({ lane, deadline }: CrmCallOptions): CrmCallOptions {
  return {
    lane: lane === 'upload' || lane === 'background' ? CALLS.read.lane : lane,
    deadline: lane === CALLS.background.lane ? deadlineIn(CALLS.read.ms, undefined, PATIENCE_MS) : deadline,
  };
}

/** Lane and deadline for the CRM calls of one request. */
export function crmOptionsFor(purpose: keyof typeof CALLS, signal?: AbortSignal): CrmCallOptions {
  const { lane: usual, ms } = CALLS[purpose];
  const lane = usual === 'read' && staffWork.getStore() ? 'staff' : usual;
  const patienceMs = lane === 'background' ? 0 : PATIENCE_MS;
  return { lane, deadline: deadlineIn(ms, undefined, patienceMs), ...(signal && { signal }) };
}
