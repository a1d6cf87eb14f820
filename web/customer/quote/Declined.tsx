import type { Deal } from '../../../bff/view-models/deal.ts';
import { DECLINED } from '../../texts/quote-parts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

/** Under a quote that its customer did not want, which its head says: not final (decision I3). */
export function Declined({ deal, onReconsider }: { deal: Deal; onReconsider: () => void }) {
  return (
    <Notice title={DECLINED.title}>
      {deal.canReconsider ? (
        <>
          <p>{DECLINED.text}</p>
          <Button variant="quiet" onClick={onReconsider}>
            {DECLINED.reconsider}
          </Button>
        </>
      ) : (
        <p>
          {DECLINED.closed} <SellerPhone />.
        </p>
      )}
    </Notice>
  );
}
