import { APPROVE } from '../../texts/quote.ts';
import { BookingButton } from '../BookingButton.tsx';
import { SellerPhone } from '../Help.tsx';

/** "Heeft u vragen?" with the seller's phone number; with `canBook` also the booking of a call. */
export function Questions({ canBook = false }: { canBook?: boolean }) {
  return (
    <section className="call-me">
      <div>
        <h2>{APPROVE.questions}</h2>
        <p>
          {APPROVE.questionsText} {canBook && APPROVE.chooseMoment}
        </p>
        <p className="small">
          <SellerPhone before={canBook ? APPROVE.callYourself : APPROVE.call} />
        </p>
      </div>
      {canBook && <BookingButton variant="quiet">{APPROVE.callMe}</BookingButton>}
    </section>
  );
}
