import type { Deal } from '../../../bff/view-models/deal.ts';
import { DEAL_STATUS } from '../../texts/offer.ts';
import { DEALS } from '../../texts/page.ts';
import { ENDED, NOT_OPEN, PREPARING } from '../../texts/quote-parts.ts';
import { Tile } from '../../ui/drawings.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Adviser } from '../Adviser.tsx';
import { CallUs } from '../Help.tsx';
import { NextSteps } from '../NextSteps.tsx';

/** Shown while a deal has neither open questions nor a quote, or after sales ops closed it without a quote. */
export function DealWithoutQuote({ deal }: { deal: Deal }) {
  const hasEnded = deal.status === 'ended';
  return (
    <section className="with-tile">
      {/* The drawing of the house shows a battery. */}
      <Tile of={deal.hasSurvey ? 'house' : 'letter'} />
      <p className="quote-name">{deal.Deal_Name ?? DEALS.nameless}</p>
      <ScreenHeading title={hasEnded ? ENDED.title : DEAL_STATUS.preparing} />
      <p className="lead">{hasEnded ? ENDED.text : DEALS.working}</p>
      {hasEnded ? (
        <CallUs before={NOT_OPEN.ended.call} />
      ) : (
        <>
          <NextSteps title={PREPARING.title} steps={PREPARING.steps} />
          <Adviser dealId={deal.id} />
          <CallUs />
        </>
      )}
    </section>
  );
}
