import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { siteQuery } from '../../api/site-query.ts';
import { bookingUrl } from '../../paths.ts';
import { SIGN } from '../../texts/sign.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useContact } from '../gate/contact-context.ts';
import { SellerPhone } from '../SellerPhone.tsx';

/** The booking page of the scheduling service: nothing of it is loaded before "Bel mij" (decision H2). */
export function CallMe() {
  const [open, setOpen] = useState(false);
  const { data: site } = useQuery(siteQuery);
  const { Email, Full_Name, Phone } = useContact();
  const customer = { email: Email ?? '', name: Full_Name ?? '', phone: Phone ?? '' };
  const url = site && bookingUrl(site.bookingUrl, customer);
  return (
    <section className="call-me">
      <div>
        <h2>{SIGN.questions}</h2>
        <p>{SIGN.questionsText}</p>
        <p className="small">
          <SellerPhone />
        </p>
      </div>
      <Button look="quiet" busy={!url} onClick={() => setOpen(true)}>
        {SIGN.callMe}
      </Button>
      {open && url && (
        <Dialog title={SIGN.booking} onClose={() => setOpen(false)}>
          <p className="small">{SIGN.bookingHint}</p>
          <iframe
            className="booking"
            title={SIGN.booking}
            src={url}
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          />
          <p>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {SIGN.newWindow}
            </a>
          </p>
        </Dialog>
      )}
    </section>
  );
}
