import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { REVIEW } from '../../texts/review.ts';

export interface Answer {
  name: string;
  content: ReactNode;
  /** Where it is changed, and what the navigation takes along. */
  to: string;
  state?: object;
}

interface AnswerListProps {
  title: string;
  answers: readonly Answer[];
  onChange?: () => void;
}

/** Answers as they are saved, each with "Wijzig". */
export function AnswerList({ title, answers, onChange }: AnswerListProps) {
  const id = useId();
  return (
    <section className="review-answers" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        {answers.map(({ name, content, to, state }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{content}</dd>
            <dd>
              <Link className="review-change" to={to} state={state} onClick={onChange}>
                {REVIEW.change} <span className="unseen">{name}</span>
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
