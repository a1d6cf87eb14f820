import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { GOOD_TO_KNOW } from '../../texts/good-to-know.ts';

export function GoodToKnow() {
  const { data: site } = useQuery(siteQuery);
  const images = [site?.guaranteeNotice, site?.guaranteeLabel].filter((each) => each != null);
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
        {site && (site.legalGuarantee || images.length > 0) && (
          <div>
            <dt>{GOOD_TO_KNOW.guarantee}</dt>
            {site.legalGuarantee && <dd>{site.legalGuarantee}</dd>}
            {images.map(({ image, text }) => (
              <dd key={text}>
                <img className="guarantee-image" src={image} alt={text} />
              </dd>
            ))}
          </div>
        )}
      </dl>
    </section>
  );
}
