import { useQuery } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { siteQuery } from '../../api/site-query.ts';
import { GOOD_TO_KNOW } from '../../texts/good-to-know.ts';
import { isOpenForAnswers } from '../survey/survey-place.ts';
import { Terms } from './Terms.tsx';

export function GoodToKnow({ deal }: { deal: Deal }) {
  const { data: site } = useQuery(siteQuery);
  const cable = extraCable(deal);
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
        {isChosenByModules(deal) && (
          <div className="no-print">
            <dt>{GOOD_TO_KNOW.size.question}</dt>
            <dd>{deal.isFixed ? GOOD_TO_KNOW.size.fixed : GOOD_TO_KNOW.size.answer}</dd>
          </div>
        )}
        {cable && (
          <div>
            <dt>{GOOD_TO_KNOW.cable.question}</dt>
            <dd>{GOOD_TO_KNOW.cable.answer(cable.metres, cable.extra)}</dd>
          </div>
        )}
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
      {site && <Terms terms={site.terms}>{GOOD_TO_KNOW.terms}</Terms>}
    </section>
  );
}

/** Another number of modules has a price at once; what was made by hand has not. */
function isChosenByModules(deal: Deal) {
  return deal.gaikan_deal_version === '2' && !deal.survey1_no_calc && isOpenForAnswers(deal);
}

/** How far the battery stands by the calculation, and how many metres of that are paid for. */
function extraCable({ survey1_calc, survey1_battery_box_distance_m }: Deal) {
  const row = survey1_calc?.output?.products.find(({ type }) => type === 'cable');
  const metres = Number(survey1_calc?.inputs?.survey1_battery_box_distance_m ?? survey1_battery_box_distance_m);
  const extra = row?.amount ?? 0;
  return extra > 0 && metres > extra ? { metres, extra } : undefined;
}
