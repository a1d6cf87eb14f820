import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { GOOD_TO_KNOW } from '../../texts/good-to-know.ts';

export function GoodToKnow() {
  const { data: site } = useQuery(siteQuery);
  return (
    <section className="good-to-know">
      <h2>{GOOD_TO_KNOW.title}</h2>
      <dl>
        {GOOD_TO_KNOW.answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
        {site?.legalGuarantee && (
          <div>
            <dt>{GOOD_TO_KNOW.guarantee}</dt>
            <dd>{site.legalGuarantee}</dd>
            {site.guaranteeLabel && (
              <dd>
                <img className="guarantee-label" src={site.guaranteeLabel.image} alt={site.guaranteeLabel.text} />
              </dd>
            )}
          </div>
        )}
      </dl>
    </section>
  );
}
