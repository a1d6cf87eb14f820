import { useMutation } from '@tanstack/react-query';
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
}

/** Saves a step: moves on only when the save is confirmed (§4). */
export function useSave<Answers>({ write, save }: SaveTarget<Answers>) {
  const mutation = useMutation({
    mutationFn: ({ answers, key }: { answers: Answers; key: string }) => save(answers, key),
    onSuccess: () => confirmWrite(write),
  });
  return {
    saving: mutation.isPending,
    error: mutation.error,
    submit: (answers: Answers, onSaved?: () => void) =>
      mutation.mutate({ answers, key: idempotencyKey(write, answers) }, { onSuccess: () => onSaved?.() }),
  };
}
