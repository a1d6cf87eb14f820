import { CONTACT, HOME_COUNTRY } from '../../texts/contact-details.ts';

/** Remarks that do not block (§5). */
export function zipRemark(zip: string, country: string) {
  const odd = zip.trim() !== '' && country === HOME_COUNTRY && !/^[1-9]\d{3}\s?(?!s[ads])[a-z]{2}$/i.test(zip.trim());
  return odd ? CONTACT.oddZip : undefined;
}

export function phoneRemark(phone: string) {
  const digits = phone.replace(/\D/g, '').length;
  return phone.trim() !== '' && digits < 10 ? CONTACT.oddPhone : undefined;
}
