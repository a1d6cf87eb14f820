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

interface Asker {
  name: string;
  isNewcomer(): boolean;
}

const askers = new AsyncLocalStorage<Asker>();

/**
 * Runs work whose CRM calls are counted as this asker's: none holds more than its share while others wait. The reads of
 * a newcomer come before those of known links.
 */
export function onBehalfOf<T>(name: string, work: () => T, isNewcomer = () => false): T {
  return askers.run({ name, isNewcomer }, work);
}

/**
 * For a read that several wait for: it has nobody's signal, share or list of drifts, and is at least as urgent as a
 * customer's read. One that begins in the background has a read's deadline: a customer may wait for it.
 */
export function crmOptionsForAll({ lane, deadline }: CrmCallOptions): CrmCallOptions {
  const isUrgent = lane === 'sign' || lane === 'save';
  return {
    lane: isUrgent ? lane : CALLS.read.lane,
    deadline: lane === CALLS.background.lane ? deadlineIn(CALLS.read.ms) : deadline,
  };
}

/** Lane and deadline for the CRM calls of one request. */
export function crmOptionsFor(purpose: keyof typeof CALLS, signal?: AbortSignal): CrmCallOptions {
  const { lane: usual, ms } = CALLS[purpose];
  const asker = askers.getStore();
  const lane = usual === 'read' && asker?.isNewcomer() ? 'newcomer' : usual;
  return { lane, deadline: deadlineIn(ms), ...(signal && { signal }), ...(asker && { asker: asker.name }) };
}
