import { phoneUrl } from '../../../paths.ts';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';

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

export function PhoneIcon() {
  return (
    <svg className="phone-icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <path d="M6.600 2.500 9.700 3l1 4.700-2.200 1.900a13 13 0 0 0 5.900 5.900l1.900-2.200 4.700 1 .5 3.100a2.600 2.600 0 0 1-2.600 3A16.500 16.500 0 0 1 3.600 5.100a2.600 2.600 0 0 1 3-2.600Z" />
    </svg>
  );
}
