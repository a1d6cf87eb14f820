import type { ReactNode, Ref } from 'react';
import { ADMIN, staffProblemText } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorCode } from '../../ui/SaveProblem.tsx';

/** "..." while something loads or runs; screen readers get the text instead. */
export function Dots({ spoken = ADMIN.loadingSpoken }: { spoken?: string }) {
  return (
    <p className="dots" role="status">
      <span aria-hidden="true">{ADMIN.loading}</span>
      <span className="unseen">{spoken}</span>
    </p>
  );
}

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Grey placeholder lines; screen readers get the text next to them. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="skeleton stack" aria-hidden="true">
      {LINES.slice(0, lines).map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}

interface LoadProblemProps {
  error: Error;
  /** Names what failed. */
  what: string;
  /** Why it failed, if the text of the error does not say it. */
  text?: string;
  /** Missing if trying again makes no sense. */
  onRetry?: () => void;
  ref?: Ref<HTMLDivElement>;
  /** More about what happened, below the text. */
  children?: ReactNode;
}

/** What failed and why, a retry button, and last the error message of §8 (decision G4). */
export function LoadProblem({ error, what, text, onRetry, ref, children }: LoadProblemProps) {
  return (
    <div className="notice notice-problem" role="alert" ref={ref} tabIndex={ref ? -1 : undefined}>
      <p>
        <strong>{what}</strong> {text ?? staffProblemText(error)}
      </p>
      {children}
      {onRetry && (
        <Button variant="quiet" onClick={onRetry}>
          {ADMIN.retry}
        </Button>
      )}
      <ErrorCode error={error} />
    </div>
  );
}
