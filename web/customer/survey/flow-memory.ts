import { readStored, writeStored } from '../../device/storage.ts';

export const FLOW_PREFIX = 'flow:';

/**
 * The server calls a deal complete at the distance step, before the contact details are asked. So the tab remembers that
 * its visitor is still answering, and later that he reached the end.
 */
export type FlowMemory = 'answering' | 'complete' | undefined;

export function readFlowMemory(dealId: string): FlowMemory {
  const stored = readStored('session', FLOW_PREFIX + dealId);
  return stored === 'answering' || stored === 'complete' ? stored : undefined;
}

/** Carried by the navigation after the last save, so that the end is reached before it is remembered. */
export const FLOW_DONE = { flowDone: true } as const;

export function isFlowDone(locationState: unknown) {
  return typeof locationState === 'object' && locationState !== null && 'flowDone' in locationState;
}

export function rememberFlow(dealId: string, memory: 'answering' | 'complete') {
  writeStored('session', FLOW_PREFIX + dealId, memory);
}
