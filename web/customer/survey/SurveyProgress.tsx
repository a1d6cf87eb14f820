import { Link } from 'react-router-dom';
import { ACTIONS, progressText } from '../../texts/page.ts';
import './survey.css';

interface SurveyProgressProps {
  steps: readonly string[];
  step: string;
  name: string;
}

const FACETS = 6;

/** "Stap 2 van 6", the step's name, a bar, and a crystal that gains a facet per step and is complete at the last. */
export function SurveyProgress({ steps, step, name }: SurveyProgressProps) {
  const number = steps.indexOf(step) + 1;
  return (
    <div className="progress">
      <p className="progress-text">
        <span className="progress-count">{progressText(number, steps.length)}</span> <strong>{name}</strong>
      </p>
      <div className="progress-bar" aria-hidden="true">
        {steps.map((each, index) => (
          <span key={each} className={index < number ? 'progress-done' : undefined} />
        ))}
      </div>
      <span className="progress-crystal" data-grown={number === steps.length ? FACETS : number} aria-hidden="true" />
    </div>
  );
}

export function BackLink({ to }: { to: string }) {
  return (
    <Link className="back" to={to}>
      <span aria-hidden="true">←</span> {ACTIONS.back}
    </Link>
  );
}
