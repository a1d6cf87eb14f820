import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { SIGN } from '../../texts/sign.ts';

/** What a customer must be able to read before signing: withdrawal and terms. */
export function BeforeSigning() {
  const { data: site } = useQuery(siteQuery);
  return (
    <div className="before-signing">
      <h3>{SIGN.withdrawalTitle}</h3>
      <p>{SIGN.withdrawal}</p>
      {site && (
        <details>
          <summary>
            {SIGN.termsTitle} <span className="small">{site.terms.version}</span>
          </summary>
          {site.terms.paragraphs.map((paragraph) => (
            <div key={paragraph.title}>
              <h4>{paragraph.title}</h4>
              <p>{paragraph.text}</p>
            </div>
          ))}
        </details>
      )}
      <p className="small">{SIGN.termsAgree}</p>
    </div>
  );
}
