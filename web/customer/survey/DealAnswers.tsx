import type { Deal } from '../../../bff/view-models/deal.ts';
import { REVIEW } from '../../texts/review.ts';
import { STEP_NAMES } from '../../texts/step-names.ts';
import { useContact } from '../gate/contact-context.ts';
import { AnswerLines, AnswerList } from './AnswerList.tsx';
import { rememberFlow } from './flow-memory.ts';
import { dealReviewRows } from './review-rows.ts';
import { changePath } from './survey-place.ts';
import './survey.css';

/** The answers behind the quote: each can be changed until the signature (decision I4). */
export function DealAnswers({ deal }: { deal: Deal }) {
  const contact = useContact();
  return (
    <AnswerList
      title={REVIEW.ofDeal}
      answers={dealReviewRows(deal, contact).map(({ step, lines }) => ({
        name: STEP_NAMES[step],
        content: <AnswerLines lines={lines} />,
        to: changePath(deal.id, step),
      }))}
      onChange={() => rememberFlow(deal.id, 'changing')}
    />
  );
}
