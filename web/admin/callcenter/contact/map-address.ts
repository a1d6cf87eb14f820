import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { HOME_COUNTRY } from '../../../texts/contact-details.ts';

/** Street, city and country for the map (§2.10): NL, unless the contact lives elsewhere. */
export function mapAddress({
  Mailing_Street,
  Mailing_City,
  Mailing_Country,
}: Pick<AdminContact, 'Mailing_Street' | 'Mailing_City' | 'Mailing_Country'>) {
  if (!Mailing_Street && !Mailing_City) return undefined;
  const country = !Mailing_Country || Mailing_Country === HOME_COUNTRY ? 'NL' : Mailing_Country;
  return [Mailing_Street, Mailing_City, country].filter(Boolean).join(', ');
}
