import { readStored, writeStored } from '../../device/storage.ts';

export const FLOW_PREFIX = 'flow:';

/**
 * The server calls a deal complete at the distance step, before the contact details are asked. So the tab remembers
 * whether its visitor is still answering, changing one answer of a finished survey, or at the end.
 */
const MEMORIES = ['answering', 'changing', 'complete'] as const;
export type FlowMemory = (typeof MEMORIES)[number] | undefined;

export function readFlowMemory(dealId: string): FlowMemory {
  const stored = readStored('session', FLOW_PREFIX + dealId);
  return MEMORIES.find((each) => each === stored);
}

/** Navigation state after the last save: the end is shown before it is remembered. */
export const FLOW_DONE = { flowDone: true } as const;

export function isFlowDone(locationState: unknown) {
  return typeof locationState === 'object' && locationState !== null && 'flowDone' in locationState;
}

export function rememberFlow(dealId: string, memory: NonNullable<FlowMemory>) {
  writeStored('session', FLOW_PREFIX + dealId, memory);
}

/** After a confirmed answer. A visitor who is changing a single answer stays in that mode. */
export function rememberAnswering(dealId: string) {
  if (readFlowMemory(dealId) !== 'changing') rememberFlow(dealId, 'answering');
}
