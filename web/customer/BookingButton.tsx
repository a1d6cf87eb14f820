import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { siteQuery } from '../api/query-client.ts';
import { part } from '../first-view/drawing.tsx';
import { Button } from '../ui/Button.tsx';
import { Extra, PART_FAILED } from '../ui/Crash.tsx';
import { PartLoading } from '../ui/LoadingScreen.tsx';

const BookingDialog = part('customer/BookingDialog.tsx', () => import('./BookingDialog.tsx'), 'BookingDialog');

/** Books a call at a chosen moment. The booking page loads only after the press. */
export function BookingButton({ variant, children }: { variant: 'quiet' | 'plain'; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { data: site } = useQuery(siteQuery);
  return (
    <>
      <Button variant={variant} busy={!site} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && site && (
        <Extra loading={<PartLoading />} failed={PART_FAILED}>
          <BookingDialog page={site.bookingUrl} onClose={() => setOpen(false)} />
        </Extra>
      )}
    </>
  );
}
