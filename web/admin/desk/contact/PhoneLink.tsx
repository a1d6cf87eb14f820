import { phoneUrl } from '../../../../bff/view-models/phone.ts';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';

interface PhoneLinkProps {
  phone: string;
  name: string | null;
  /** Null if not known yet. Only true makes the number a link. */
  mayCall: boolean | null;
}

export function PhoneLink({ phone, name, mayCall }: PhoneLinkProps) {
  // The CRM may hold words instead of a number.
  if (!mayCall || !/\d/.test(phone)) {
    return (
      <span className="phone-link">
        <PhoneIcon /> {mayCall === false ? <s>{phone}</s> : phone}
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
      <path d="M6.6 2.5 9.7 3l1 4.7-2.2 1.9a13 13 0 0 0 5.9 5.9l1.9-2.2 4.7 1 .5 3.1a2.6 2.6 0 0 1-2.6 3A16.5 16.5 0 0 1 3.6 5.1a2.6 2.6 0 0 1 3-2.6Z" />
    </svg>
  );
}
