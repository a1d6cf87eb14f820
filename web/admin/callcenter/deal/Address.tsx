import type { AdminContact, AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { PhoneLink } from '../contact/PhoneLink.tsx';

interface AddressProps {
  contact: AdminContact;
  deal: AdminDeal;
  mayCall: boolean;
}

export function Address({ contact, deal, mayCall }: AddressProps) {
  const lines = [
    contact.Email,
    [contact.First_Name, contact.Last_Name].filter(Boolean).join(' '),
    contact.Mailing_Street,
    [contact.Mailing_Zip, contact.Mailing_City].filter(Boolean).join(' '),
    contact.Mailing_Country,
  ].filter((line) => Boolean(line));
  return (
    <section className="address">
      <p className="small deal-id">
        {DEAL_PANEL.dealId} {deal.id}
      </p>
      <h3>{DEAL_PANEL.address}</h3>
      <address>
        {contact.Phone && <PhoneLink phone={contact.Phone} name={contact.Full_Name} mayCall={mayCall} />}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  );
}
