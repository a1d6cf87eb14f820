import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { SIGN } from '../../texts/signing.ts';
import { Terms } from './Terms.tsx';

/** What a customer must be able to read before signing: withdrawal and terms. */
export function BeforeSigning() {
  const { data: site } = useQuery(siteQuery);
  return (
    <div className="before-signing">
      <h3>{SIGN.withdrawalTitle}</h3>
      <p>{SIGN.withdrawal}</p>
      {site && (
        <Terms terms={site.terms}>
          {SIGN.termsTitle} <span className="small">{site.terms.version}</span>
        </Terms>
      )}
      <p className="small">{SIGN.termsAgree}</p>
    </div>
  );
}
