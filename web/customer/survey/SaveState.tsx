import { ACTIONS } from '../../texts/actions.ts';
import { SAVE_FAILED } from '../../texts/survey.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';

/** The state of a save: announced to screen readers while it runs, shown to everybody when it fails (§8). */
export function SaveState({ saving, error }: { saving: boolean; error: Error | null }) {
  return (
    <>
      <p className="unseen" role="status">
        {saving && ACTIONS.savingSpoken}
      </p>
      {error && <SaveProblem error={error} before={SAVE_FAILED} />}
    </>
  );
}
