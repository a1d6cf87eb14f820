import { Link } from 'react-router-dom';
import { COMPLETE, isCustom } from '../../texts/survey.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

/** The thank-you page of the survey; L and XL lead to a call instead of a calculated quote (decision C4). */
export function CompleteStep({ modules, change }: { modules: string | null; change: string }) {
  const custom = isCustom(modules ?? '');
  return (
    <section>
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
