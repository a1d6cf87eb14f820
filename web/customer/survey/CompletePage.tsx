import { COMPLETE } from '../../texts/complete.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { ReviewAnswers } from './ReviewAnswers.tsx';

/** The end of /pages: thanks, what happens next, and all answers (§2.3). */
export function CompletePage() {
  return (
    <section className="with-tile">
      <Tile of="done" />
      <ScreenHeading title={COMPLETE.title} />
      <p className="lead">{COMPLETE.mail}</p>
      <ReviewAnswers />
      <NextSteps title={COMPLETE.whatNow} steps={COMPLETE.steps} />
      <p>
        <SellerPhone />
      </p>
    </section>
  );
}
