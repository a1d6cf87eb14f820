import { useQuery } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { withdrawalQuery } from './message-calls.ts';
import { PrintedTerms } from './PrintedTerms.tsx';
import { Withdraw } from './Withdraw.tsx';

/** Below a signed quote: the terms on paper, and the way out of it. */
export function SignedEnd({ deal }: { deal: Deal }) {
  const { data: withdrawn } = useQuery(withdrawalQuery(deal.id));
  return (
    <>
      <PrintedTerms />
      <Withdraw deal={deal} receipt={withdrawn} />
    </>
  );
}
