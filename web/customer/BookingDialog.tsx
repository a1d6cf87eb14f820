import { bookingUrl } from '../paths.ts';
import { BOOKING } from '../texts/quote-parts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useContact } from './contact-and-deal.ts';

/** The booking page, prefilled with the customer's details (decision H2). */
export function BookingDialog({ page, onClose }: { page: string; onClose: () => void }) {
  const { Email, Full_Name, Phone } = useContact();
  const url = bookingUrl(page, { email: Email ?? '', name: Full_Name ?? '', phone: Phone ?? '' });
  return (
    <Dialog title={BOOKING.title} onClose={onClose}>
      <p className="small">{BOOKING.hint}</p>
      <iframe
        className="booking"
        title={BOOKING.title}
        src={url}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
      />
      <p>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {BOOKING.newWindow}
        </a>
      </p>
    </Dialog>
  );
}
