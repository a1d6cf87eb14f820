import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Conditions, Deal } from '../../../bff/view-models/deal.ts';
import { metresOf } from '../../../bff/view-models/offer.ts';
import { siteQuery } from '../../api/query-client.ts';
import { GOOD_TO_KNOW } from '../../texts/quote-parts.ts';
import { isOpenForAnswers } from '../survey/deal-survey-steps.ts';

export function GoodToKnow({ deal }: { deal: Deal }) {
  const { data: site } = useQuery(siteQuery);
  // An offer that is closed or incomplete cannot be signed, so it has no answers about signing.
  const canBeSigned = deal.quoteArea === 'approve' || deal.quoteArea === 'declined';
  const cable = extraCable(deal);
  // Of the offer's fingerprint. During a deployment, a server of the previous version sends none.
  const guarantee = deal.conditions?.guarantee?.text;
  const images = [site?.guaranteeNotice, site?.guaranteeLabel].filter((each) => each != null);
  return (
    <section className="good-to-know">
      <h2>{GOOD_TO_KNOW.title}</h2>
      <div className="common-questions">
        {canBeSigned &&
          GOOD_TO_KNOW.answers.map(({ question, answer }) => (
            <Answer key={question} question={question}>
              {answer}
            </Answer>
          ))}
        {isChosenByModules(deal) && (
          <div className="no-print">
            <Answer question={GOOD_TO_KNOW.size.question}>
              {deal.isFixed ? GOOD_TO_KNOW.size.fixed : GOOD_TO_KNOW.size.answer}
            </Answer>
          </div>
        )}
        {cable && (
          <Answer question={GOOD_TO_KNOW.cable.question}>
            {GOOD_TO_KNOW.cable.answer(cable.metres, cable.extra)}{' '}
            <span className="no-print">{GOOD_TO_KNOW.cable.change}</span>
          </Answer>
        )}
        {(guarantee || images.length > 0) && (
          <Answer question={GOOD_TO_KNOW.guarantee}>
            {guarantee}
            {images.map(({ image, text }) => (
              <img key={text} className="guarantee-image" src={image} alt={text} />
            ))}
          </Answer>
        )}
        {deal.conditions && <Terms terms={deal.conditions.terms}>{GOOD_TO_KNOW.terms}</Terms>}
      </div>
    </section>
  );
}

/** Collapsed to its question on screen; printed in full. */
function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details>
      <summary>{question}</summary>
      <p>{children}</p>
    </details>
  );
}

/** Whether the customer gets a new price at once for another number of modules; never in a quote made by hand. */
function isChosenByModules(deal: Deal) {
  return deal.gaikan_deal_version === '2' && !deal.survey1_no_calc && isOpenForAnswers(deal);
}

/** The battery's distance as calculated, and how many metres of cable are charged. */
export function extraCable(deal: Deal) {
  const row = deal.survey1_calc?.output?.products.find(({ type }) => type === 'cable');
  const metres = metresOf(deal);
  const extra = row?.amount ?? 0;
  return extra > 0 && metres > extra ? { metres, extra } : undefined;
}

/** The terms, collapsed on screen; printed in full. */
export function Terms({ terms, children }: { terms: Conditions['terms']; children: ReactNode }) {
  return (
    <details className="terms">
      <summary>{children}</summary>
      {terms.paragraphs.map(({ title, text }) => (
        <div key={title}>
          <h4>{title}</h4>
          <p>{text}</p>
        </div>
      ))}
    </details>
  );
}
