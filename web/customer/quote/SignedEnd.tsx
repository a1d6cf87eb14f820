import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Deal, Receipt } from '../../../bff/view-models/deal.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { fetchParts } from '../../first-view/drawing.tsx';
import { WITHDRAW } from '../../texts/order.ts';
import { Button } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import { keepDeal } from '../contact-and-deal.ts';
import { WriteButton } from '../PageFrame.tsx';
import { ActProblem, sendMessage, UNSOLD_FILE, withdrawalQuery } from './acts.tsx';
import { OrderTerms, WithdrawalReceipt } from './OrderRecord.tsx';

/** Below an order that its customer has not withdrawn: the agreed terms, and the withdrawal. */
export function SignedEnd({ deal }: { deal: Deal }) {
  const { data: withdrawn } = useQuery(withdrawalQuery(deal.id));
  return (
    <>
      <OrderTerms deal={deal} />
      <Withdraw deal={deal} receipt={withdrawn} />
    </>
  );
}

interface WithdrawProps {
  deal: Deal;
  receipt: Receipt | null | undefined;
}

/** "Overeenkomst herroepen" in two steps, then the receipt with date and time (decision F4). */
function Withdraw({ deal, receipt }: WithdrawProps) {
  const [asking, setAsking] = useState<boolean>();
  const section = useRef<HTMLElement>(null);
  // Restores the focus after "Nee, terug".
  useEffect(() => {
    if (asking === false) section.current?.querySelector('button')?.focus();
  }, [asking]);

  function ask() {
    setAsking(true);
    // Prefetches the page of a withdrawn order, so that it appears at once.
    void fetchParts([UNSOLD_FILE]);
  }

  // For an order whose withdrawal is stored only as a note.
  if (receipt) {
    const { id, receiptTo } = deal;
    return <WithdrawalReceipt deal={{ id, receiptTo, kenmerk: receipt.kenmerk }} at={receipt.at} />;
  }
  return (
    <section className="withdraw" ref={section}>
      {asking ? (
        <ConfirmWithdrawal deal={deal} onCancel={() => setAsking(false)} />
      ) : (
        <p className="small">
          <Button variant="plain" onClick={ask}>
            {WITHDRAW.open}
          </Button>{' '}
          {WITHDRAW.line}
        </p>
      )}
    </section>
  );
}

function ConfirmWithdrawal({ deal, onCancel }: { deal: Deal; onCancel: () => void }) {
  const { totals } = deal.quote;
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const withdrawal = useMutation({
    mutationFn: () => sendMessage(deal.id, 'withdraw', {}),
    onSuccess: async (receipt) => {
      const { queryKey } = withdrawalQuery(deal.id);
      await client.cancelQueries({ queryKey }, { revert: false, silent: true });
      client.setQueryData(queryKey, receipt);
      const withdrawn = { withdrawnAt: receipt.at, withdrawalIn: null };
      keepDeal(client, { ...deal, quoteArea: 'withdrawn', status: 'withdrawn', ...withdrawn });
    },
    // The withdrawal may be stored although its answer was lost.
    onError: () => void client.invalidateQueries({ queryKey: withdrawalQuery(deal.id).queryKey }),
  });
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {WITHDRAW.title}
      </h2>
      <p>{WITHDRAW.text}</p>
      <dl className="facts">
        <Fact term={WITHDRAW.name}>{deal.customer.Full_Name}</Fact>
        <Fact term={WITHDRAW.contract}>{`${deal.Deal_Name ?? ''} (${deal.kenmerk})`}</Fact>
        {deal.survey1_calc && (
          <Fact term={WITHDRAW.amount}>
            <Money value={totals.finalInclVat} /> {vatWords(totals).toPay}
          </Fact>
        )}
        <Fact term={WITHDRAW.confirmation}>
          {deal.receiptTo ? WITHDRAW.mailedTo(deal.receiptTo) : WITHDRAW.notMailed}
        </Fact>
      </dl>
      <div className="button-row">
        <WriteButton busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          {WITHDRAW.confirm}
        </WriteButton>
        <Button variant="quiet" busy={withdrawal.isPending} onClick={onCancel}>
          {WITHDRAW.cancel}
        </Button>
      </div>
      {withdrawal.isPending && <p role="status">{WITHDRAW.confirming}</p>}
      {withdrawal.error && (
        <ActProblem
          error={withdrawal.error}
          before={WITHDRAW.failed}
          notRecorded={WITHDRAW.notRecorded}
          unknown={WITHDRAW.unknown}
          otherWays={WITHDRAW.otherWays}
        />
      )}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
