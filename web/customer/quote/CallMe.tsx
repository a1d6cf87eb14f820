import { APPROVE } from '../../texts/quote.ts';
import { BookingButton } from '../BookingButton.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

/** Questions: by phone, or at a chosen moment. */
export function CallMe() {
  return (
    <section className="call-me">
      <div>
        <h2>{APPROVE.questions}</h2>
        <p>{APPROVE.questionsText}</p>
        <p className="small">
          <SellerPhone before={APPROVE.callYourself} />
        </p>
      </div>
      <BookingButton variant="quiet">{APPROVE.callMe}</BookingButton>
    </section>
  );
}
