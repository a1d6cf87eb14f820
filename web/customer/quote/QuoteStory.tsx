import { useQuery } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { isOwnInstallation, metresOf, modulesOf, panelsOf } from '../../../bff/view-models/offer.ts';
import { stepsAfterSigning } from '../../../bff/view-models/step-texts.ts';
import { siteQuery } from '../../api/query-client.ts';
import { QUOTE } from '../../texts/quote.ts';
import { QUOTE_STORY } from '../../texts/quote-parts.ts';
import { Money } from '../../ui/Money.tsx';
import '../next-steps.css';
import { Adviser } from '../Adviser.tsx';
import { DistanceDrawing } from '../survey/DistanceDrawing.tsx';
import { extraCable } from './GoodToKnow.tsx';
import { Payments } from './Paying.tsx';
import './quote-story.css';

/** Below the price: how to pay, why this battery, and what happens after the signature. */
export function QuoteStory({ deal }: { deal: Deal }) {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  const total = deal.quote.totals.finalInclVat;
  const { payments = [] } = deal.conditions ?? {};
  const modules = modulesOf(deal);
  const metres = metresOf(deal);
  const cable = extraCable(deal);
  return (
    <div className="quote-story" ref={keepPlace}>
      {metres > 0 && (
        <section>
          <h2>{QUOTE_STORY.home}</h2>
          <DistanceDrawing metres={metres} panels={panelsOf(deal)} modules={modules} centred />
          <p>
            {QUOTE_STORY.place(metres)} {cable && QUOTE_STORY.included(cable.metres - cable.extra)}
          </p>
        </section>
      )}
      {total !== null && payments.length > 0 && (
        <section>
          <h2>{QUOTE.paying}</h2>
          <Payments payments={payments} />
          {deal.financing && <p className="small no-print">{QUOTE_STORY.orFinancing}</p>}
          {modules !== null && modules > 1 && (
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
          {stepsAfterSigning(site.afterSigning, isOwnInstallation(deal)).map(({ name, text }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span className="next-step-text">{text}</span>
            </li>
          ))}
        </ol>
      </section>
      <Adviser dealId={deal.id} />
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
