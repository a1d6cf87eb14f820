import type { Deal } from '../../../bff/view-models/deal.ts';
import { THANKS } from '../../texts/thanks.ts';

type Copy = NonNullable<NonNullable<Deal['signing']>['copy']>;

/** Where the customer's own copy of the order is: only once the CRM took the mail it was sent (decision I2). */
export function CopyState({ copy: { state, to, mayBeMailed } }: { copy: Copy }) {
  if (state === 'sent') return <p>{to === null ? THANKS.copy.sent : THANKS.copy.sentTo(to)}</p>;
  if (state === 'pending') return <p>{THANKS.copy.pending}</p>;
  return <p>{mayBeMailed ? THANKS.copy.unsure : THANKS.copy.task}</p>;
}
