import { HELP } from '../../texts/help.ts';
import { SellerPhone } from '../SellerPhone.tsx';
import { DownloadPdf } from './DownloadPdf.tsx';

/** What stays under an order that was withdrawn from: whom to call, and the order on paper. */
export function Withdrawn({ dealId }: { dealId: string }) {
  return (
    <section className="withdrawn no-print">
      <p>
        <SellerPhone before={HELP.call} />
      </p>
      <div className="button-row">
        <DownloadPdf dealId={dealId} />
      </div>
    </section>
  );
}
