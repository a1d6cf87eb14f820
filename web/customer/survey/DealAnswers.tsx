import { useLocation } from 'react-router-dom';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { STEP_NAMES } from '../../texts/page.ts';
import { REVIEW } from '../../texts/survey.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../gate/contact-query.ts';
import { AnswerLines, AnswerList, dealReviewRows } from './AnswerList.tsx';
import { rememberFlow } from './flow-memory.ts';
import { changePath, isWished, WISHED } from './survey-place.ts';
import './survey.css';

/** The answers behind the quote. Until the signature each can be changed, or a change requested (decisions I4, J2). */
export function DealAnswers({ deal }: { deal: Deal }) {
  const contact = useContact();
  const isAsked = useLocation().state === WISHED;
  return (
    <>
      {isAsked && (
        <Notice title={REVIEW.asked} takesFocus>
          <p>{REVIEW.askedNext}</p>
        </Notice>
      )}
      <AnswerList
        title={REVIEW.ofDeal}
        answers={dealReviewRows(deal, contact).map(({ step, lines }) => ({
          name: STEP_NAMES[step],
          content: <AnswerLines lines={lines} />,
          to: changePath(deal.id, step),
          ...(isWished(deal, step) && { change: REVIEW.ask }),
        }))}
        onChange={() => rememberFlow(deal.id, 'changing')}
      />
    </>
  );
}
