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

export function rememberFlow(dealId: string, memory: 'answering' | 'complete') {
  writeStored('session', FLOW_PREFIX + dealId, memory);
}
