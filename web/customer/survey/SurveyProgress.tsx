import { progressText, STEP_NAMES } from '../../texts/survey.ts';
import { DEAL_STEPS, type DealStep } from './survey-place.ts';
import './survey.css';

export function SurveyProgress({ step }: { step: DealStep }) {
  const number = DEAL_STEPS.indexOf(step) + 1;
  return (
    <div className="progress">
      <p className="progress-text">
        <span className="progress-count">{progressText(number, DEAL_STEPS.length)}</span>{' '}
        <strong>{STEP_NAMES[step]}</strong>
      </p>
      <div className="progress-bar" aria-hidden="true">
        {DEAL_STEPS.map((each, index) => (
          <span key={each} className={index < number ? 'progress-done' : undefined} />
        ))}
      </div>
    </div>
  );
}
