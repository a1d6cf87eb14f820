import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Contact } from '../../../bff/view-models/contact.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { type DealStep, STEP_NAMES } from '../../../bff/view-models/survey-step-texts.ts';
import { dealSurveyRows, type ReviewRow, surveyRows } from '../../quote/answer-rows.ts';
import { addressLines } from '../../texts/format.ts';
import { REVIEW } from '../../texts/survey.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../contact-and-deal.ts';
import type { PageStep } from './contact-survey-steps.ts';
import { changePath, isContactKnown, isWished, rememberFlow, WISHED } from './deal-survey-steps.ts';
import './survey.css';

interface Answer {
  name: string;
  content: ReactNode;
  /** Link target for changing the answer, with its navigation state. */
  to: string;
  state?: string;
  /** Link text, if not "Wijzig". */
  change?: string;
}

interface AnswerListProps {
  title: string;
  answers: readonly Answer[];
  onChange?: () => void;
}

/** Saved answers, each with a link to change it. */
export function AnswerList({ title, answers, onChange }: AnswerListProps) {
  const id = useId();
  return (
    <section className="review-answers" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        {answers.map(({ name, content, to, state, change = REVIEW.change }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{content}</dd>
            <dd>
              <Link className="review-change" to={to} state={state} onClick={onChange}>
                {change} <span className="unseen">{name}</span>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function AnswerLines({ lines, none = REVIEW.nothing }: { lines: readonly string[]; none?: string }) {
  if (lines.length === 0) return none;
  return lines.map((line) => (
    <span className="review-line" key={line}>
      {line}
    </span>
  ));
}

/** The saved answers, including the contact details. */
export function reviewRows(contact: Omit<Contact, 'deals'>): ReviewRow<PageStep>[] {
  return [...surveyRows(contact), { step: 'Survey_basics', lines: detailLines(contact) }];
}

/** The saved answers of a deal, with the contact details; incomplete contact details are marked. */
function dealReviewRows(deal: Deal, contact: Omit<Contact, 'deals'>): ReviewRow<Exclude<DealStep, 'complete'>>[] {
  const details = detailLines(contact);
  return [
    ...dealSurveyRows(deal),
    { step: 'contact', lines: isContactKnown(contact) ? details : [...details, REVIEW.incomplete] },
  ];
}

function detailLines(contact: Omit<Contact, 'deals'>) {
  const { First_Name, Last_Name, Phone } = contact;
  const name = [First_Name, Last_Name].filter(Boolean).join(' ');
  return [name, Phone, ...addressLines(contact)].flatMap((line) => line || []);
}

/** The answers behind the quote. Until signing, customers can change them or request a change (decisions I4, J2). */
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
          content: <AnswerLines lines={lines} {...(deal.isFixed && { none: REVIEW.inOffer })} />,
          to: changePath(deal.id, step),
          ...(isWished(deal, step) && { change: REVIEW.ask }),
        }))}
        onChange={() => rememberFlow(deal.id, 'changing')}
      />
    </>
  );
}
