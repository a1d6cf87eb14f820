import { DEALS } from '../../texts/deals.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../gate/contact-context.ts';
import { NextSteps } from '../NextSteps.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

/** A contact for whom nothing is prepared yet: never an empty list. */
export function NoDeals() {
  const { First_Name } = useContact();
  return (
    <PageFrame narrow>
      <ScreenHeading title={DEALS.none.title(First_Name ?? '')} />
      <p className="lead">{DEALS.none.intro}</p>
      <NextSteps title={DEALS.none.whatNow} steps={DEALS.none.steps} />
      <p>
        <SellerPhone before={DEALS.none.call} />
      </p>
    </PageFrame>
  );
}
