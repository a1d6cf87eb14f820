import { useEffect, useRef } from 'react';
import { isRequestFailed } from '../api/problem.ts';
import { problemText } from '../texts/problems.ts';

interface SaveProblemProps {
  error: Error;
  /** What did not happen; left out where nobody knows whether it did. */
  before?: string;
  /** What is not known, in the words of the form. */
  unknown?: string;
}

/** Under a form whose save failed: the spec's message, and what the person can do (§8). */
export function SaveProblem({ error, before, unknown = problemText(error) }: SaveProblemProps) {
  const isUnknown = isRequestFailed(error) && error.code === 'outcome_unknown';
  const paragraph = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new error takes the focus again.
  useEffect(() => paragraph.current?.focus(), [error]);
  return (
    <p ref={paragraph} className="save-problem" role="alert" tabIndex={-1}>
      <span className="save-problem-code">{error.message}</span>{' '}
      {isUnknown ? unknown : `${before ?? ''} ${problemText(error)}`}
    </p>
  );
}
