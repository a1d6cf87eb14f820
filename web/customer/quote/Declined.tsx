import type { Deal } from '../../../bff/view-models/deal.ts';
import { DECLINED } from '../../texts/declined.ts';
import { formatMoment } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** A quote that its customer did not want: said so on every device, and not final (decision I3). */
export function Declined({ deal, onReconsider }: { deal: Deal; onReconsider: () => void }) {
  return (
    <Notice title={deal.declinedAt ? DECLINED.at(formatMoment(deal.declinedAt, 0)) : DECLINED.title}>
      <p>{DECLINED.text}</p>
      {deal.survey1_client_visible && <Button onClick={onReconsider}>{DECLINED.reconsider}</Button>}
    </Notice>
  );
}
