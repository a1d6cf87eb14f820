import { useMutation } from '@tanstack/react-query';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';

/** Where the answers of a step go: to a deal or to the contact. */
export interface SaveTarget<Answers> {
  /** Names the write, so that a repeat of it is known as one. */
  write: string;
  /** Ends only when the server confirmed. */
  save: (answers: Answers, idempotencyKey: string) => Promise<void>;
}

/** What every step of the survey is given; it knows nothing of deals, pages or URLs. */
export interface StepProps<Answers> {
  /** The answers as the server holds them. */
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
