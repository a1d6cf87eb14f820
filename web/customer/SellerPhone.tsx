import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../api/site-query.ts';
import { phoneUrl } from '../paths.ts';

export function SellerPhone() {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <a className="phone" href={phoneUrl(site.seller.phone)}>
      {site.seller.phone}
    </a>
  );
}
