import { type QueryClient, useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import type { ContactAnswers, DealAnswers } from '../../../bff/view-models/answers.ts';
import type { Contact, DetailsSaved } from '../../../bff/view-models/contact.ts';
import { isRequestFailed, RequestFailed } from '../../api/ask-bff.ts';
import { useDraft } from '../../device/drafts.ts';
import { ACTIONS } from '../../texts/page.ts';
import { SAVE_FAILED } from '../../texts/survey.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { contactQuery, dealQuery, sendPress } from '../contact-and-deal.ts';
import { askAsCustomer, currentVisitor } from '../gate/visitor.ts';
import { CallUs } from '../Help.tsx';
import { rememberAnswering } from './deal-survey-steps.ts';

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
      {error && (
        <SaveProblem error={error} before={SAVE_FAILED} {...fields}>
          <CallUs />
        </SaveProblem>
      )}
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

type StepAnswers = DealAnswers & ContactAnswers;

/** Props of every step, beside the saved answers; a step does not know deals, pages or URLs. */
export interface StepProps<Name extends keyof StepAnswers> {
  target: SaveTarget<Pick<StepAnswers, Name>>;
  draftKey: string;
  onSaved: () => void;
  /** Button text, if not "Volgende". */
  submitText?: string;
}

/** Saves a step and moves on only after the save is confirmed (§4). */
export function useSave<Answers>({ write, save }: SaveTarget<Answers>) {
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const mutation = useMutation({
    mutationFn: (answers: Answers) => sendPress(write, answers, (key) => save(answers, key)),
  });
  return {
    saving: mutation.isPending,
    error: useMemo(() => stillWrong(mutation.error, corrected), [mutation.error, corrected]),
    submit: (answers: Answers, onSaved: () => void) => {
      setCorrected([]);
      mutation.mutate(answers, { onSuccess: onSaved });
    },
    /** The field was changed, so its error is hidden. */
    correct: (field: string) => setCorrected((before) => (before.includes(field) ? before : [...before, field])),
    /** Clears the error, for instance before a confirmation question. */
    dismiss: () => mutation.reset(),
  };
}

/** A step that asks for one text. Its draft stays on the device until the save is confirmed. */
export function useOneAnswer<Name extends keyof StepAnswers>(
  field: Name,
  stored: string,
  { target, draftKey, onSaved }: StepProps<Name>,
) {
  const { submit, saving, error, correct } = useSave(target);
  const draft = useDraft({ key: draftKey, area: 'local' }, stored);
  return {
    saving,
    error,
    value: draft.value,
    change: (value: string) => {
      correct(field);
      draft.change(value);
    },
    save: (event: FormEvent, answer: StepAnswers[Name] | undefined) => {
      event.preventDefault();
      if (!answer) return;
      submit({ [field]: answer } as Pick<StepAnswers, Name>, () => {
        draft.forget();
        onSaved();
      });
    },
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

/** Saves the answers of /pages to the contact. */
export function saveToPages(client: QueryClient): SaveTarget<ContactAnswers> {
  return { write: 'pages', save: (answers, key) => saveContact(client, answers, key) };
}

/** Name and address are also on the quote, so the deal is read again before the quote can be agreed to. */
export function saveToContact(client: QueryClient, dealId: string): SaveTarget<ContactAnswers> {
  return {
    write: `contact:${dealId}`,
    save: async (answers, key) => {
      await saveContact(client, answers, key, () => rememberAnswering(dealId));
      await client.invalidateQueries({ queryKey: dealQuery(dealId).queryKey });
    },
  };
}

async function saveContact(
  client: QueryClient,
  answers: ContactAnswers,
  idempotencyKey: string,
  onConfirmed?: () => void,
) {
  const body = bodyOf(answers);
  await askAsCustomer<DetailsSaved>('/api/contacts/contactDetails', { method: 'POST', body, idempotencyKey });
  // Before the cached contact is complete: otherwise this visitor would seem to have reached the end.
  onConfirmed?.();
  const { queryKey } = contactQuery(currentVisitor().surveyHash ?? '');
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
  // A read in flight may be older than this save.
  await client.cancelQueries({ queryKey }, { revert: false, silent: true });
  client.setQueryData(queryKey, (known: Contact | undefined) => known && { ...known, ...given });
  void client.invalidateQueries({ queryKey });
}

/** The call has two forms (§7.2): "Ja" or "Nee" is sent as a single pair, everything else as properties. */
function bodyOf(answers: ContactAnswers) {
  const [pair, ...more] = Object.entries(answers);
  const isYesNo = pair?.[0] === 'survey_1_has_solar_panels' && more.length === 0;
  return isYesNo ? [{ name: pair[0], value: pair[1] }] : { properties: answers };
}
