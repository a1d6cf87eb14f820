import type { CallOutcome } from '../../../../bff/view-models/callcenter.ts';

/** The seven buttons in the order of §2.10. */
export const OUTCOME_ORDER: readonly CallOutcome[] = [
  'gaikan_call_later',
  'skip',
  'gaikan_called_noanswer',
  'not_interested',
  'not_interested_price',
  'approve',
  'appointment',
];

/** The same seven by what they do to the customer: spoken to, not reached, or the end of it. */
export const OUTCOME_GROUPS = [
  { name: 'spoken', outcomes: ['approve', 'appointment', 'gaikan_call_later'] },
  { name: 'missed', outcomes: ['gaikan_called_noanswer'] },
  { name: 'closing', outcomes: ['not_interested', 'not_interested_price', 'skip'] },
] as const satisfies readonly { name: string; outcomes: readonly CallOutcome[] }[];
