import type { CallOutcome } from '../../../bff/view-models/callcenter.ts';

/** The seven outcomes in groups, most frequent first: not reached, spoken to, finished. */
export const OUTCOME_GROUPS = [
  { name: 'missed', outcomes: ['gaikan_called_noanswer'] },
  { name: 'spoken', outcomes: ['approve', 'appointment', 'gaikan_call_later'] },
  { name: 'closing', outcomes: ['not_interested', 'not_interested_price', 'skip'] },
] as const satisfies readonly { name: string; outcomes: readonly CallOutcome[] }[];

/** In screen order, which is also the order of the shortcuts Alt+1 to Alt+7. */
export const OUTCOME_ORDER: readonly CallOutcome[] = OUTCOME_GROUPS.flatMap(({ outcomes }) => [...outcomes]);
