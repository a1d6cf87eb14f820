import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { FINANCING } from '../../texts/quote-parts.ts';

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
