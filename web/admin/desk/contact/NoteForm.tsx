import { type FormEvent, type ReactNode, useId } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { ACTION } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { Button } from '../../../ui/Button.tsx';
import { ActionProblem } from '../ActionProblem.tsx';
import { Question } from '../Question.tsx';
import { type Action, useAction } from '../use-action.ts';
import { type PanelDraft, usePanelDraft } from '../use-panel-draft.ts';

/** A note alone, on anybody's contact, also without a deal (decision I11). */
export function NoteForm({ contact }: { contact: AdminContact }) {
  const action = useAction(contact, 'note');
  const draft = usePanelDraft(contact.id, 'plain-note');
  const typed = (draft.value ?? '').trim();

  function keep() {
    const body = { action: 'note', contactId: contact.id, note: typed };
    action.press({ body, name: CONTACT_PANEL.addNote, onConfirmed: draft.clear });
  }

  return (
    <WordsForm
      label={CONTACT_PANEL.newNote}
      button={CONTACT_PANEL.addNote}
      missing={typed === '' ? CONTACT_PANEL.noteEmpty : undefined}
      words={draft}
      action={action}
      onSend={keep}
    />
  );
}

interface WordsFormProps {
  label: string;
  button: string;
  /** Why it cannot be sent yet. */
  missing: string | undefined;
  words: PanelDraft;
  action: Action;
  onSend: () => void;
  /** More fields, below the words. */
  children?: ReactNode;
}

/** Words that are typed, sent by one button, and cleared once the CRM confirmed them. */
export function WordsForm({ label, button, missing, words, action, onSend, children }: WordsFormProps) {
  const id = useId();
  const typed = (words.value ?? '').trim();

  function send(event: FormEvent) {
    event.preventDefault();
    if (missing === undefined) onSend();
  }

  return (
    <form className="note-form" onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        value={words.value ?? ''}
        onChange={(event) => {
          if (action.result) action.reset();
          words.change(event.target.value);
        }}
      />
      {children}
      <ActionProblem action={action} />
      <div className="button-row">
        <Button
          type="submit"
          variant="quiet"
          busy={action.pending}
          disabledReason={action.result ? undefined : missing}
        >
          {button}
        </Button>
        {action.result && typed === '' && <span role="status">{ACTION.done}</span>}
      </div>
      <Question action={action} />
    </form>
  );
}
