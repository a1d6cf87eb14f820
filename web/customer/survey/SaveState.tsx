import { ACTIONS } from '../../texts/page.ts';
import { SAVE_FAILED } from '../../texts/survey.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';

interface SaveStateProps {
  saving: boolean;
  error: Error | null;
  labels?: Readonly<Record<string, string>>;
}

/** The state of a save: announced to screen readers while saving, visible to everybody on failure (§8). */
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
