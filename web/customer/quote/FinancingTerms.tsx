import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { FINANCING } from '../../texts/signing.ts';

/** What the law wants wherever a monthly amount stands: the words of who lends, and a worked example where it is about this amount (decisions I13, J7). */
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

/** The warning that goes with every offer of credit, in the words of the portal file (decisions F6, I13). */
export function LoanWarning() {
  const { data: site } = useQuery(siteQuery);
  return <p className="loan-warning">{site?.financingTerms?.warning ?? FINANCING.warning}</p>;
}
