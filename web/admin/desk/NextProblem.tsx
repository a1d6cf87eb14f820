import { LEADS } from '../../texts/admin-leads.ts';
import { LoadProblem } from '../layout/LoadProblem.tsx';
import type { NextLead } from '../queue/use-next-lead.ts';

/** Why no next lead came: nobody is left to call, or it could not be asked. */
export function NextProblem({ next }: { next: NextLead }) {
  if (next.error) return <LoadProblem error={next.error} what={LEADS.nextFailed} onRetry={next.ask} />;
  if (!next.nobody) return null;
  return (
    <p className="next-nobody" role="status">
      {LEADS.nobody}
    </p>
  );
}
