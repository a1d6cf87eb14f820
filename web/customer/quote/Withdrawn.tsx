import type { Deal } from '../../../bff/view-models/deal.ts';
import { HELP } from '../../texts/page.ts';
import { SellerPhone } from '../SellerPhone.tsx';
import { DownloadPdf } from './DownloadPdf.tsx';
import { OrderTerms } from './OrderTerms.tsx';

/** What stays under an order that was withdrawn from: whom to call, and the order on paper. */
export function Withdrawn({ deal }: { deal: Deal }) {
  return (
    <>
      <OrderTerms deal={deal} />
      <section className="withdrawn no-print">
        <p>
          <SellerPhone before={HELP.call} />
        </p>
        <div className="button-row">
          <DownloadPdf dealId={deal.id} />
        </div>
      </section>
    </>
  );
}
