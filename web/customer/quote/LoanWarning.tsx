import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { FINANCING } from '../../texts/financing.ts';

/** The warning that goes with every offer of credit, in the words of the portal file (decisions F6, I13). */
export function LoanWarning() {
  const { data: site } = useQuery(siteQuery);
  return <p className="loan-warning">{site?.financingTerms?.warning ?? FINANCING.warning}</p>;
}
