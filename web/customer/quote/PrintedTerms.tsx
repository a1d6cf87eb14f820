import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { SIGN } from '../../texts/sign.ts';

/** The agreed terms, on the customer's printed copy; on screen they were shown before the signature. */
export function PrintedTerms() {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <div className="print-only">
      <p>
        <strong>{SIGN.withdrawalTitle}.</strong> {SIGN.withdrawal}
      </p>
      {site.terms.paragraphs.map(({ title, text }) => (
        <p key={title}>
          <strong>{title}.</strong> {text}
        </p>
      ))}
      <p>
        {SIGN.termsTitle}: {site.terms.version}
      </p>
    </div>
  );
}
