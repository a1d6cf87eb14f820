import type { CallOutcome } from '../../../../bff/view-models/callcenter.ts';

/** The seven buttons in the order of portal §2.10. */
export const OUTCOME_ORDER: readonly CallOutcome[] = [
  'gaikan_call_later',
  'skip',
  'gaikan_called_noanswer',
  'not_interested',
  'not_interested_price',
  'approve',
  'appointment',
];
