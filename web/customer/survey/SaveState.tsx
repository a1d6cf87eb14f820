import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isRequestFailed, RequestFailed } from '../../api/ask-bff.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
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

/** Where a step saves its answers: a deal or the contact. */
export interface SaveTarget<Answers> {
  /** Names the write, so that a retry is recognised. */
  write: string;
  /** Resolves only after the server confirmed. */
  save: (answers: Answers, idempotencyKey: string) => Promise<void>;
}

/** Props of every step; a step does not know deals, pages or URLs. */
export interface StepProps<Answers> {
  saved: Answers;
  target: SaveTarget<Partial<Answers>>;
  draftKey: string;
  onSaved: () => void;
  /** Button text, if not "Volgende". */
  send?: string;
}

/** Saves a step and moves on only after the save is confirmed (§4). */
export function useSave<Answers>({ write, save }: SaveTarget<Answers>) {
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const mutation = useMutation({
    mutationFn: ({ answers, key }: { answers: Answers; key: string }) => save(answers, key),
    onSuccess: () => confirmWrite(write),
  });
  return {
    saving: mutation.isPending,
    error: useMemo(() => stillWrong(mutation.error, corrected), [mutation.error, corrected]),
    submit: (answers: Answers, onSaved?: () => void) => {
      setCorrected([]);
      mutation.mutate({ answers, key: idempotencyKey(write, answers) }, { onSuccess: () => onSaved?.() });
    },
    /** The field was changed, so its error is hidden. */
    correct: (field: string) => setCorrected((before) => (before.includes(field) ? before : [...before, field])),
    /** Clears the error, for instance before a confirmation question. */
    dismiss: () => mutation.reset(),
  };
}

/** Removes errors of corrected fields; an error without field names stays. */
function stillWrong(error: Error | null, corrected: readonly string[]) {
  if (!error || corrected.length === 0 || !isRequestFailed(error) || !error.problem) return error;
  if (error.status >= 500) return error;
  const { fields = {} } = error.problem;
  const left = Object.entries(fields).filter(([field]) => !corrected.includes(field));
  if (left.length === 0) return null;
  if (left.length === Object.keys(fields).length) return error;
  return new RequestFailed(error.status, { ...error.problem, fields: Object.fromEntries(left) }, error.retryAfterMs);
}
