import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { COMPLETE } from '../../texts/complete.ts';
import { isCustom } from '../../texts/module-names.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { rememberFlow } from './flow-memory.ts';

/** The thank-you page of the survey; L and XL announce a call instead of a calculated quote (decision C4). */
export function CompleteStep({ dealId, modules, change }: { dealId: string; modules: string | null; change: string }) {
  useEffect(() => rememberFlow(dealId, 'complete'), [dealId]);
  const custom = isCustom(modules ?? '');
  return (
    <section className="with-tile">
      <Tile of="done" />
      <ScreenHeading title={COMPLETE.title} />
      <p className="lead">{custom ? `${COMPLETE.custom}. ${COMPLETE.mail}` : COMPLETE.mail}</p>
      <NextSteps title={COMPLETE.whatNow} steps={custom ? COMPLETE.customSteps : COMPLETE.steps} />
      <p>
        <SellerPhone />
      </p>
      {custom && <Link to={change}>{COMPLETE.change}</Link>}
    </section>
  );
}
