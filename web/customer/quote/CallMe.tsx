import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { siteQuery } from '../../api/site-query.ts';
import { part } from '../../first-view/part.tsx';
import { APPROVE } from '../../texts/approve.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

const BookingDialog = part(
  'customer/quote/BookingDialog.tsx',
  async () => (await import('./BookingDialog.tsx')).BookingDialog,
);

/** Questions: by phone, or at a chosen moment. The booking page is not loaded before "Bel mij". */
export function CallMe() {
  const [open, setOpen] = useState(false);
  const { data: site } = useQuery(siteQuery);
  return (
    <section className="call-me">
      <div>
        <h2>{APPROVE.questions}</h2>
        <p>{APPROVE.questionsText}</p>
        <p className="small">
          <SellerPhone />
        </p>
      </div>
      <Button variant="quiet" busy={!site} onClick={() => setOpen(true)}>
        {APPROVE.callMe}
      </Button>
      {open && site && (
        <Suspense fallback={<Spinner />}>
          <BookingDialog page={site.bookingUrl} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
