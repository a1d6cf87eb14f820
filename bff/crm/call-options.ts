import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';

/**
 * How long all CRM calls of a request may take together: queue, attempts and pauses count. The browser waits longer
 * than any of these.
 */
const CALLS = {
  read: { lane: 'read', ms: 8_000 },
  save: { lane: 'save', ms: 12_000 },
  upload: { lane: 'upload', ms: 120_000 },
  sign: { lane: 'sign', ms: 15_000 },
  background: { lane: 'background', ms: 30_000 },
} as const;

/** Lane and deadline for the CRM calls of one request. */
export function crmOptionsFor(purpose: keyof typeof CALLS, signal?: AbortSignal): CrmCallOptions {
  const { lane, ms } = CALLS[purpose];
  return { lane, deadline: deadlineIn(ms), ...(signal && { signal }) };
}
