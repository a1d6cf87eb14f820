import { readStored, writeStored } from '../../device/storage.ts';

export const FLOW_PREFIX = 'flow:';

/**
 * The server calls a deal complete at the distance step, before the contact details are asked. So the tab remembers that
 * its visitor is still answering, that he is changing one answer of a finished survey, or that he reached the end.
 */
const MEMORIES = ['answering', 'changing', 'complete'] as const;
export type FlowMemory = (typeof MEMORIES)[number] | undefined;

export function readFlowMemory(dealId: string): FlowMemory {
  const stored = readStored('session', FLOW_PREFIX + dealId);
  return MEMORIES.find((each) => each === stored);
}

/** Carried by the navigation after the last save, so that the end is reached before it is remembered. */
export const FLOW_DONE = { flowDone: true } as const;

export function isFlowDone(locationState: unknown) {
  return typeof locationState === 'object' && locationState !== null && 'flowDone' in locationState;
}

export function rememberFlow(dealId: string, memory: NonNullable<FlowMemory>) {
  writeStored('session', FLOW_PREFIX + dealId, memory);
}

/** A confirmed answer; who changes a single one of a finished survey goes on doing that. */
export function rememberAnswering(dealId: string) {
  if (readFlowMemory(dealId) !== 'changing') rememberFlow(dealId, 'answering');
}
