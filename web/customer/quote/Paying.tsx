import type { Conditions } from '../../../bff/view-models/deal.ts';
import { FINANCING } from '../../texts/order.ts';
import { Money } from '../../ui/Money.tsx';

type Loan = Conditions['loan'] | undefined;

/** The payment schedule. */
export function Payments({ payments }: Pick<Conditions, 'payments'>) {
  return payments.map(({ when, euros }) => (
    <p key={when} className="payment">
      <Money value={euros} /> <span>{when}</span>
    </p>
  ));
}

/**
 * Legally required wherever a monthly amount appears: the lender's wording and, if it fits this amount, a worked
 * example (decisions I13, J7).
 */
export function FinancingTerms({ loan }: { loan: Loan }) {
  return (
    <>
      <p className="small">{FINANCING.footnote}</p>
      {loan && <LoanTerms loan={loan} />}
    </>
  );
}

export function LoanTerms({ loan: { wording, example, licenceHolder } }: { loan: NonNullable<Loan> }) {
  return (
    <>
      <p className="small">{wording}</p>
      {example && <p className="small">{example}</p>}
      <p className="small">{FINANCING.lender(licenceHolder)}</p>
    </>
  );
}

/** The warning required with every credit offer, in the portal file's wording (decisions F6, I13). */
export function LoanWarning({ loan }: { loan: Loan }) {
  return <p className="loan-warning">{loan?.warning ?? FINANCING.warning}</p>;
}
