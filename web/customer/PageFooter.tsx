import { useQuery } from '@tanstack/react-query';
import type { Site } from '../../bff/view-models/site.ts';
import { siteQuery } from '../api/site-query.ts';
import { mailUrl } from '../paths.ts';
import { SITE } from '../texts/page.ts';
import { NotYou } from './gate/NotYou.tsx';
import { SellerPhone } from './SellerPhone.tsx';

/** The seller's details on every page, and a way out for somebody who opened another person's link. */
export function PageFooter() {
  const { data: site } = useQuery(siteQuery);
  return (
    <footer className="footer">
      <div className="footer-row">
        {site && <Seller seller={site.seller} />}
        <NotYou />
        {(site?.privacyUrl || site?.accessibilityUrl) && (
          <p className="seller">
            {site.privacyUrl && <a href={site.privacyUrl}>{SITE.privacy}</a>}
            {site.accessibilityUrl && <a href={site.accessibilityUrl}>{SITE.accessibility}</a>}
          </p>
        )}
        {site?.sandbox && <p className="sandbox">{SITE.sandbox}</p>}
      </div>
    </footer>
  );
}

function Seller({ seller }: { seller: Site['seller'] }) {
  return (
    <address className="seller">
      <strong>{seller.name}</strong>
      <span>{seller.street}</span>
      <span>{seller.zipCity}</span>
      <span>
        {SITE.kvk} {seller.kvk}
      </span>
      <span>
        {SITE.vatId} {seller.vatId}
      </span>
      <SellerPhone />
      <a href={mailUrl(seller.email)}>{seller.email}</a>
    </address>
  );
}
