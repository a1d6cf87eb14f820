import { phoneUrl } from '../../../paths.ts';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';
import { PhoneIcon } from '../../layout/PhoneIcon.tsx';

interface PhoneLinkProps {
  phone: string;
  name: string | null;
  /** False renders the number without a link. */
  mayCall: boolean;
}

export function PhoneLink({ phone, name, mayCall }: PhoneLinkProps) {
  if (!mayCall) {
    return (
      <span className="phone-link">
        <PhoneIcon /> <s>{phone}</s>
      </span>
    );
  }
  return (
    <a className="phone-link" href={phoneUrl(phone)} title={name ? CONTACT_PANEL.call(name) : undefined}>
      <PhoneIcon /> {phone}
    </a>
  );
}
