import { useEffect, useRef } from 'react';
import { problemText } from '../texts/problems.ts';

/** Under a form whose save failed: the spec's message, and what the person can do (portal §8). */
export function SaveProblem({ error, before }: { error: Error; before?: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new error takes the focus again.
  useEffect(() => paragraph.current?.focus(), [error]);
  return (
    <p ref={paragraph} className="save-problem" role="alert" tabIndex={-1}>
      <span className="save-problem-code">{error.message}</span> {before} {problemText(error)}
    </p>
  );
}
