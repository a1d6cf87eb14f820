import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../api/site-query.ts';
import { phoneUrl } from '../paths.ts';

/** The seller's phone number with an introduction; nothing until it has loaded. */
export function SellerPhone({ before }: { before?: string }) {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <>
      {before}{' '}
      <a className="phone" href={phoneUrl(site.seller.phone)}>
        {site.seller.phone}
      </a>
    </>
  );
}
