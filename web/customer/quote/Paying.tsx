import { useQuery } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { paymentParts } from '../../../bff/view-models/payments.ts';
import { siteQuery } from '../../api/query-client.ts';
import { FINANCING } from '../../texts/order.ts';
import { Money } from '../../ui/Money.tsx';

/** The payment schedule; nothing if the customer chose financing. */
export function Payments({ deal: { quote }, financing = false }: { deal: Deal; financing?: boolean | undefined }) {
  const { data: site } = useQuery(siteQuery);
  const total = quote.totals.finalInclVat;
  if (!site || total === null || financing) return null;
  return <PaymentLines payments={paymentParts(site.payments, total)} />;
}

export function PaymentLines({ payments }: { payments: readonly { when: string; euros: number }[] }) {
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
export function FinancingTerms({ example }: { example: string | null }) {
  const { data: site } = useQuery(siteQuery);
  const terms = site?.financingTerms;
  return (
    <>
      <p className="small">{FINANCING.footnote}</p>
      {terms && (
        <>
          <p className="small">{terms.wording}</p>
          {example && <p className="small">{example}</p>}
          <p className="small">{FINANCING.lender(terms.licenceHolder)}</p>
        </>
      )}
    </>
  );
}

/** The warning required with every credit offer, in the portal file's wording (decisions F6, I13). */
export function LoanWarning() {
  const { data: site } = useQuery(siteQuery);
  return <p className="loan-warning">{site?.financingTerms?.warning ?? FINANCING.warning}</p>;
}
