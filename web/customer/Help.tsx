import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../api/query-client.ts';
import { HELP } from '../texts/page.ts';
import { PhoneNumber } from '../ui/PhoneNumber.tsx';

/** The seller's phone number: beside the question on a wide screen, below it on a narrow one. */
export function Help() {
  return (
    <aside className="help" aria-label={HELP.title}>
      <p className="title">{HELP.title}</p>
      <p>{HELP.text}</p>
      <p>
        <SellerPhone />
      </p>
    </aside>
  );
}

/** Whom to call, on a line of its own. */
export function CallUs({ before = HELP.call }: { before?: string }) {
  return (
    <p>
      <SellerPhone before={before} />
    </p>
  );
}

/** The seller's phone number with an introduction; nothing until it has loaded. */
export function SellerPhone({ before }: { before?: string }) {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <>
      {before} <PhoneNumber of={site.seller.phone} />
    </>
  );
}
