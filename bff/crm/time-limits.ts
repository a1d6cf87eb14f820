import { AsyncLocalStorage } from 'node:async_hooks';
import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';

/**
 * Time limit for all CRM calls of a request together, including queueing, attempts and pauses. The browser waits
 * longer: 45 seconds for an answer. For photo uploads it watches progress instead.
 */
const CALLS = {
  read: { priority: 'read', ms: 8_000 },
  save: { priority: 'save', ms: 12_000 },
  // The browser gives up after 45 s. Only the staff page downloads photos.
  download: { priority: 'upload', ms: 40_000 },
  upload: { priority: 'upload', ms: 120_000 },
  sign: { priority: 'sign', ms: 15_000 },
  background: { priority: 'background', ms: 30_000 },
} as const;

/**
 * Additional time that a request's calls may wait for slots: a waiting call keeps its queue position, and the browser
 * waits that long. Background work has no additional time.
 */
const PATIENCE_MS = 25_000;

const staffWork = new AsyncLocalStorage<true>();

/** Runs work whose reads use the staff slots. */
export function forStaff<T>(work: () => T): T {
  return staffWork.run(true, work);
}

/**
 * Options for a read that several requests share: no signal, no list of drifts, and at least the priority of a
 * customer's read. A read started in the background gets a read's deadline, because a customer may join it.
 */
export function crmOptionsForAll({ priority, deadline }: CrmCallOptions): CrmCallOptions {
  return {
    priority: priority === 'upload' || priority === 'background' ? CALLS.read.priority : priority,
    deadline: priority === CALLS.background.priority ? deadlineIn(CALLS.read.ms, PATIENCE_MS) : deadline,
  };
}

/** Priority class and deadline for the CRM calls of one request. */
export function crmOptionsFor(purpose: keyof typeof CALLS, signal?: AbortSignal): CrmCallOptions {
  const { priority: usual, ms } = CALLS[purpose];
  const priority = usual === 'read' && staffWork.getStore() ? 'staff' : usual;
  const patienceMs = priority === 'background' ? 0 : PATIENCE_MS;
  return { priority, deadline: deadlineIn(ms, patienceMs), ...(signal && { signal }) };
}
