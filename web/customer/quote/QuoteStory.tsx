import { useQuery } from '@tanstack/react-query';
import type { DealSummary } from '../../../bff/view-models/contact.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { stepsAfterSigning } from '../../../bff/view-models/step-texts.ts';
import { siteQuery } from '../../api/site-query.ts';
import { phoneUrl } from '../../paths.ts';
import { QUOTE_STORY } from '../../texts/quote-parts.ts';
import { Money } from '../../ui/Money.tsx';
import '../next-steps.css';
import { useContact } from '../gate/contact-query.ts';
import { DistanceDrawing } from '../survey/DistanceDrawing.tsx';
import { Payments } from './Payments.tsx';
import './quote-story.css';

/** Below the price: how to pay, why this battery, and what happens after the signature. */
export function QuoteStory({ deal }: { deal: Deal }) {
  const { data: site } = useQuery(siteQuery);
  const { adviser } = useContact().deals.find(({ id }) => id === deal.id) ?? {};
  if (!site) return null;
  const total = deal.quote.totals.finalInclVat;
  const modules = deal.survey1_no_calc ? 0 : (deal.survey1_calc?.module?.num_modules ?? 0);
  const metres = modules > 0 ? metresOf(deal) : 0;
  return (
    <div className="quote-story" ref={keepPlace}>
      {metres > 0 && (
        <section>
          <h2>{QUOTE_STORY.home}</h2>
          <DistanceDrawing metres={metres} hasPanels={deal.survey_1_has_solar_panels === true} modules={modules} />
          <p>{QUOTE_STORY.place(metres)}</p>
        </section>
      )}
      {deal.gaikan_deal_version === '2' && total !== null && site.payments.length > 0 && (
        <section>
          <h2>{QUOTE_STORY.paying}</h2>
          <Payments deal={deal} />
          {modules > 1 && (
            <p className="small">
              {QUOTE_STORY.perModule[0]} <Money value={Math.round((total * 100) / modules) / 100} />{' '}
              {QUOTE_STORY.perModule[1]}
            </p>
          )}
        </section>
      )}
      {site.why.length > 0 && (
        <section>
          <h2>{QUOTE_STORY.why}</h2>
          <ul>
            {site.why.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <section className="next-steps no-print">
        <h2>{QUOTE_STORY.how}</h2>
        <ol>
          {stepsAfterSigning(site.afterSigning).map(({ name, text }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span className="next-step-text">{text}</span>
            </li>
          ))}
        </ol>
      </section>
      {adviser && <Adviser {...adviser} />}
    </div>
  );
}

/** Prevents a layout shift for readers below this late part, in engines without scroll anchoring (WebKit). */
function keepPlace(story: HTMLElement | null) {
  if (!story || getComputedStyle(document.documentElement).getPropertyValue('overflow-anchor') === 'auto') return;
  const { top, bottom } = story.getBoundingClientRect();
  const next = story.nextElementSibling?.getBoundingClientRect().top ?? bottom;
  if (top < 0) window.scrollBy({ top: next - top, behavior: 'instant' });
}

/** The distance that the offer was calculated with; a later answer belongs to another offer (decision J1). */
function metresOf({ survey1_calc, survey1_battery_box_distance_m }: Deal) {
  return Number(survey1_calc?.inputs?.survey1_battery_box_distance_m ?? survey1_battery_box_distance_m) || 0;
}

/** The adviser's name, with photo and phone number if the portal file has them. */
function Adviser({ name, phone, photo }: NonNullable<DealSummary['adviser']>) {
  return (
    <section className="adviser">
      {photo && <img src={photo} alt="" width="64" height="64" />}
      <div>
        <h2>{QUOTE_STORY.adviser}</h2>
        <p>{name}</p>
        {phone && (
          <p className="small">
            {QUOTE_STORY.direct}{' '}
            <a className="phone" href={phoneUrl(phone)}>
              {phone}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
