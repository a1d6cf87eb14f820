import { useQuery } from '@tanstack/react-query';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { siteQuery } from '../../../api/site-query.ts';
import { useStoredText } from '../../../device/use-stored-text.ts';
import { mapUrl } from '../../../paths.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { HOME_COUNTRY } from '../../../texts/survey-steps.ts';
import { Button } from '../../../ui/Button.tsx';

/** The map service is not contacted before the first click; from then on, in this tab, each lead shows its map. */
export function ContactMap({ contact }: { contact: AdminContact }) {
  const [wanted, setWanted] = useStoredText('session', 'admin-maps');
  const { data: site } = useQuery(siteQuery);
  const address = mapAddress(contact);
  const url = address && site && mapUrl(site.mapUrl, address);
  return (
    <div className="contact-map">
      {!address && <p className="small">{CONTACT_PANEL.noAddress}</p>}
      {address && wanted !== '1' && (
        <>
          <div className="edit-row">
            <span>{address}</span>
            <Button variant="quiet" onClick={() => setWanted('1')}>
              {CONTACT_PANEL.showMap}
            </Button>
          </div>
          <p className="small">{CONTACT_PANEL.mapHint}</p>
        </>
      )}
      {url && wanted === '1' && (
        <iframe
          className="map"
          title={CONTACT_PANEL.mapOf(address)}
          src={url}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        />
      )}
    </div>
  );
}

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
