import { isRequestFailed } from '../../api/problem.ts';
import { ADMIN, staffProblemText } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import './loading.css';

interface LoadProblemProps {
  error: Error;
  /** What could not be loaded. */
  what: string;
  onRetry: () => void;
}

/** A read that failed: what it was, a way to try again, and last the spec's message (§8, decision G4). */
export function LoadProblem({ error, what, onRetry }: LoadProblemProps) {
  const reference = isRequestFailed(error) ? error.problem?.requestId : undefined;
  return (
    <div className="load-problem" role="alert">
      <p>
        <strong>{what}</strong> {staffProblemText(error)}
      </p>
      {reference && <p className="small">{ADMIN.reference(reference)}</p>}
      <Button variant="quiet" onClick={onRetry}>
        {ADMIN.retry}
      </Button>
      <p className="save-problem-code" lang="en">
        {error.message}
      </p>
    </div>
  );
}
