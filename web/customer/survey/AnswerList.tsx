import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { REVIEW } from '../../texts/survey.ts';

export interface Answer {
  name: string;
  content: ReactNode;
  /** Where it is changed, and what the navigation takes along. */
  to: string;
  state?: object;
  /** What the link says, where it is not "Wijzig". */
  change?: string;
}

interface AnswerListProps {
  title: string;
  answers: readonly Answer[];
  onChange?: () => void;
}

/** Answers as they are saved, each with the way to change it. */
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

export function AnswerLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return REVIEW.nothing;
  return lines.map((line) => (
    <span className="review-line" key={line}>
      {line}
    </span>
  ));
}
