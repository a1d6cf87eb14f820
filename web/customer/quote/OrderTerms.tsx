import type { Deal } from '../../../bff/view-models/deal.ts';
import { FINANCING, SIGN } from '../../texts/quote-parts.ts';
import { Terms } from './Terms.tsx';

/** The payment and terms of a signed order as agreed at the time (decision J7). */
export function OrderTerms({ deal: { signing, quoteArea } }: { deal: Deal }) {
  if (!signing) return <p className="print-only">{SIGN.termsUnknown}</p>;
  const { payment, loan, terms } = signing;
  return (
    <>
      {payment && (
        <p>
          {SIGN.payment} {payment}.
        </p>
      )}
      {loan && (
        <>
          <p className="loan-warning">{loan.warning}</p>
          <p className="small">{loan.wording}</p>
          {loan.example && <p className="small">{loan.example}</p>}
          <p className="small">{FINANCING.lender(loan.licenceHolder)}</p>
        </>
      )}
      {quoteArea !== 'withdrawn' && (
        <p className="print-only">
          <strong>{SIGN.withdrawalTitle}.</strong> {SIGN.withdrawal}
        </p>
      )}
      {terms.paragraphs ? (
        <Terms terms={{ version: terms.version, paragraphs: terms.paragraphs }}>
          {SIGN.termsTitle} <span className="small">{terms.version}</span>
        </Terms>
      ) : (
        <p className="small">{SIGN.termsEarlier(terms.version)}</p>
      )}
    </>
  );
}
