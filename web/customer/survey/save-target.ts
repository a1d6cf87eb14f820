import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isRequestFailed, RequestFailed } from '../../api/problem.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';

/** Where the answers of a step are saved: a deal or the contact. */
export interface SaveTarget<Answers> {
  /** Names the write, so that a repeat is recognised. */
  write: string;
  /** Resolves only when the server confirmed. */
  save: (answers: Answers, idempotencyKey: string) => Promise<void>;
}

/** The properties of every step; a step knows nothing of deals, pages or URLs. */
export interface StepProps<Answers> {
  /** The saved answers. */
  saved: Answers;
  target: SaveTarget<Partial<Answers>>;
  draftKey: string;
  onSaved: () => void;
  /** What the button says, where it is not "Volgende". */
  send?: string;
}

/** Saves a step: moves on only when the save is confirmed (§4). */
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
    /** Another answer was given: what was wrong with the last one is no longer said. */
    correct: (field: string) => setCorrected((before) => (before.includes(field) ? before : [...before, field])),
    /** Something else comes first. */
    dismiss: () => mutation.reset(),
  };
}

/** The error without what was corrected since; a refusal that names no field is about all of the answers. */
function stillWrong(error: Error | null, corrected: readonly string[]) {
  if (!error || corrected.length === 0 || !isRequestFailed(error) || !error.problem) return error;
  if (error.status >= 500) return error;
  const { fields = {} } = error.problem;
  const left = Object.entries(fields).filter(([field]) => !corrected.includes(field));
  if (left.length === 0) return null;
  if (left.length === Object.keys(fields).length) return error;
  return new RequestFailed(error.status, { ...error.problem, fields: Object.fromEntries(left) }, error.retryAfterMs);
}
