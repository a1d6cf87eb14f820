import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { COMPLETE, isCustom } from '../../texts/survey-steps.ts';
import { Tile } from '../../ui/drawings.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../contact-and-deal.ts';
import { CallUs } from '../Help.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { rememberFlow, stepPath } from './deal-survey-steps.ts';

/**
 * The survey's thank-you page; L and XL announce a call instead of a calculated quote (decision C4), if there is a number
 * to call (decision J8).
 */
export function CompleteStep({ deal }: { deal: Deal }) {
  const { id, quoteArea, gaikan_saltion_battery_modules: modules } = deal;
  useEffect(() => rememberFlow(id, 'complete'), [id]);
  const { Email, Phone } = useContact();
  const by = Email === null ? 'byPage' : 'byEmail';
  // Answers that change a released offer leave it released: nothing is still to come.
  const texts = quoteArea === 'approve' ? COMPLETE.offered : COMPLETE[by];
  const isOnMeasure = isCustom(modules ?? '');
  const custom = Phone ? COMPLETE.custom : COMPLETE.custom.withoutPhone;
  const customLead = Phone ? `${custom.lead}. ${texts.lead}` : `${custom.lead}.`;
  const steps = isOnMeasure ? [...custom.steps, COMPLETE.custom[by]] : texts.steps;
  return (
    <section className="with-tile">
      <Tile of="done" />
      <ScreenHeading title={COMPLETE.title} />
      <p className="lead">{isOnMeasure ? customLead : texts.lead}</p>
      {isOnMeasure && !Phone && <Link to={stepPath(id, 'contact')}>{COMPLETE.complete}</Link>}
      {steps.length > 0 && <NextSteps title={COMPLETE.whatNow} steps={steps} />}
      <CallUs />
      {isOnMeasure && <Link to={stepPath(id, 'modules')}>{COMPLETE.custom.change}</Link>}
    </section>
  );
}
