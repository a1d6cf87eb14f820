import { useQuery } from '@tanstack/react-query';
import { paymentParts } from '../../../bff/view-models/choices.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { siteQuery } from '../../api/site-query.ts';
import { Money } from '../../ui/Money.tsx';

/** The payment schedule, for version 2 only: an older quote states its payment with the financing choice. */
export function Payments({ deal: { quote, gaikan_deal_version } }: { deal: Deal }) {
  const { data: site } = useQuery(siteQuery);
  const total = quote.totals.finalInclVat;
  if (!site || total === null || gaikan_deal_version !== '2') return null;
  return <PaymentLines payments={paymentParts(site.payments, total)} />;
}

export function PaymentLines({ payments }: { payments: readonly { when: string; euros: number }[] }) {
  return payments.map(({ when, euros }) => (
    <p key={when}>
      <Money value={euros} /> {when}
    </p>
  ));
}
