import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DealAnswers } from '../../../bff/view-models/answers.ts';
import type { Deal, DealAnswer } from '../../../bff/view-models/deal.ts';
import type { DealStep } from '../../../bff/view-models/survey-step-texts.ts';
import { draftKey } from '../../device/drafts.ts';
import { dealPath } from '../../paths.ts';
import { REVIEW } from '../../texts/survey.ts';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { dealApiPath, keepDeal, keepDealOfRefusal, useContact } from '../contact-and-deal.ts';
import { askAsCustomer } from '../gate/visitor.ts';
import { Help } from '../Help.tsx';
import {
  DEAL_STEPS,
  FLOW_DONE,
  isReleased,
  isWished,
  readFlowMemory,
  rememberAnswering,
  stepPath,
  WISHED,
} from './deal-survey-steps.ts';
import { SolarStep } from './SolarStep.tsx';
import { BackLink } from './SurveyProgress.tsx';
import { type SaveTarget, saveToContact } from './saving.tsx';
import { CompleteStep, ContactStep, DistanceStep, fetchLaterSteps, ModulesStep } from './step-parts.tsx';

/** Steps without the help box: the modules step has a picture there, the end its own phone number. */
const WITHOUT_HELP = new Set<DealStep>(['modules', 'complete']);

/** A deal's survey: saves each step's answers and opens the next one (§2.5). */
export function DealSurvey({ deal, step }: { deal: Deal; step: DealStep }) {
  const contact = useContact();
  const client = useQueryClient();
  const navigate = useNavigate();
  const at = DEAL_STEPS.indexOf(step);
  const before = DEAL_STEPS[at - 1];
  useEffect(() => fetchLaterSteps('deal'), []);
  const isChanging = readFlowMemory(deal.id) === 'changing';
  const isAsked = isWished(deal, step);
  const given = {
    draftKey: draftKey(contact.id, deal.id, step),
    target: saveToDeal(client, deal.id, isAsked),
    ...(isAsked && { submitText: REVIEW.askThis }),
    onSaved: () => {
      if (isAsked) return navigate(dealPath(deal.id), { state: WISHED });
      if (isChanging) return navigate(dealPath(deal.id));
      const next = DEAL_STEPS[at + 1];
      if (next) navigate(stepPath(deal.id, next), { state: next === 'complete' ? FLOW_DONE : undefined });
    },
  };
  // Standard prices do not apply to an offer fixed by a colleague, or to an older one.
  const prices = isAsked || deal.gaikan_deal_version !== '2' ? undefined : contact.prices;
  const later: Record<Exclude<DealStep, 'solar'>, ReactNode> = {
    modules: <ModulesStep {...given} saved={deal} prices={prices} endsOffer={!isAsked && isReleased(deal)} />,
    distance: <DistanceStep {...given} saved={deal} prices={prices} />,
    contact: <ContactStep {...given} target={saveToContact(client, deal.id)} saved={contact} />,
    complete: <CompleteStep deal={deal} />,
  };
  const back = isChanging ? dealPath(deal.id) : before && stepPath(deal.id, before);
  return (
    <div className={WITHOUT_HELP.has(step) ? 'survey' : 'survey helped'}>
      {back && step !== 'complete' && <BackLink to={back} />}
      {step === 'solar' && <SolarStep {...given} saved={deal} firstName={contact.First_Name ?? ''} />}
      <Suspense fallback={<PartLoading />}>
        {step !== 'solar' && later[step]}
        {!WITHOUT_HELP.has(step) && <Help />}
      </Suspense>
    </div>
  );
}

/**
 * Saves answers about the installation to the deal; the response replaces the cached deal. With `isAsked` the customer
 * only requests a change: the deal keeps its answers, and a colleague is notified.
 */
function saveToDeal(client: QueryClient, dealId: string, isAsked: boolean): SaveTarget<DealAnswers> {
  return {
    write: `${isAsked ? 'wish' : 'deal'}:${dealId}`,
    save: async (props, idempotencyKey) => {
      const ask = { method: isAsked ? 'POST' : 'PUT', body: { props }, idempotencyKey } as const;
      try {
        const answer = await askAsCustomer<DealAnswer>(dealApiPath(dealId, isAsked ? '/wish' : ''), ask);
        if (isAsked) return;
        // After the save is confirmed, and before the cached deal can count as complete.
        rememberAnswering(dealId);
        keepDeal(client, answer.deal);
      } catch (error) {
        keepDealOfRefusal(client, dealId, error);
        throw error;
      }
    },
  };
}
