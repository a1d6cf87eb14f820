import { ACTIONS } from '../../texts/page.ts';
import { SAVE_FAILED } from '../../texts/survey.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';

interface SaveStateProps {
  saving: boolean;
  error: Error | null;
  labels?: Readonly<Record<string, string>>;
}

/** What becomes of an answer: for screen readers while it is saved, in view of everybody when that fails (§8). */
export function SaveState({ saving, error, ...fields }: SaveStateProps) {
  return (
    <>
      <p className="unseen" role="status">
        {saving && ACTIONS.savingSpoken}
      </p>
      {error && <SaveProblem error={error} before={SAVE_FAILED} {...fields} />}
    </>
  );
}
