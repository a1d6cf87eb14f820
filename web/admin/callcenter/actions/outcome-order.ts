import type { CallOutcome } from '../../../../bff/view-models/callcenter.ts';

/** The seven outcomes by what they do to the customer: spoken to, not reached, or the end of it. */
export const OUTCOME_GROUPS = [
  { name: 'spoken', outcomes: ['approve', 'appointment', 'gaikan_call_later'] },
  { name: 'missed', outcomes: ['gaikan_called_noanswer'] },
  { name: 'closing', outcomes: ['not_interested', 'not_interested_price', 'skip'] },
] as const satisfies readonly { name: string; outcomes: readonly CallOutcome[] }[];

/** As they stand on the screen: the digits with Alt count along. */
export const OUTCOME_ORDER: readonly CallOutcome[] = OUTCOME_GROUPS.flatMap(({ outcomes }) => [...outcomes]);
