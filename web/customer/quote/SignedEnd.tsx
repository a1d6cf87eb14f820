import { useQuery } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { withdrawalQuery } from './message-calls.ts';
import { OrderTerms } from './OrderTerms.tsx';
import { Withdraw } from './Withdraw.tsx';

/** Below a signed quote: what was agreed, and the way out of it. */
export function SignedEnd({ deal }: { deal: Deal }) {
  const { data: withdrawn } = useQuery(withdrawalQuery(deal.id));
  return (
    <>
      <OrderTerms deal={deal} />
      <Withdraw deal={deal} receipt={withdrawn} />
    </>
  );
}
