import type { Deal } from '../../../bff/view-models/deal.ts';
import { FINANCING } from '../../texts/signing.ts';
import { Button } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import { FinancingTerms } from './FinancingTerms.tsx';

interface FinancingChosenProps {
  deal: Deal;
  financing: boolean;
  onChange: () => void;
}

/** How an older quote will be paid, with the amount and the term that go with it, and the way back. */
export function FinancingChosen({ deal, financing, onChange }: FinancingChosenProps) {
  return (
    <div className="financing-chosen">
      <p>
        {financing ? FINANCING.chosen.with : FINANCING.chosen.without}{' '}
        {financing && deal.financing && (
          <strong>
            <Money value={deal.financing.monthlyEuros} /> {FINANCING.perMonth}, {FINANCING.fixed}
          </strong>
        )}
      </p>
      {financing && <FinancingTerms example={deal.financingExample} />}
      <Button variant="plain" onClick={onChange}>
        {FINANCING.change}
      </Button>
    </div>
  );
}
