import { isRequestFailed } from '../../api/problem.ts';
import { ADMIN } from '../../texts/admin-layout.ts';
import { staffProblemText } from '../../texts/admin-problems.ts';
import { Button } from '../../ui/Button.tsx';
import './loading.css';

interface LoadProblemProps {
  error: Error;
  /** What could not be loaded. */
  what: string;
  onRetry: () => void;
}

/** A read that failed: the spec's message, what it was, and a way to try again (§8, decision G4). */
export function LoadProblem({ error, what, onRetry }: LoadProblemProps) {
  const reference = isRequestFailed(error) ? error.problem?.requestId : undefined;
  return (
    <div className="load-problem" role="alert">
      <p>
        <span className="save-problem-code">{error.message}</span> <strong>{what}</strong> {staffProblemText(error)}
      </p>
      {reference && <p className="small">{ADMIN.reference(reference)}</p>}
      <Button variant="quiet" onClick={onRetry}>
        {ADMIN.retry}
      </Button>
    </div>
  );
}
