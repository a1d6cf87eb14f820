import { type FormEvent, useId } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { ACTION } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { Button } from '../../../ui/Button.tsx';
import { ActionProblem } from '../actions/ActionProblem.tsx';
import { Question } from '../actions/Question.tsx';
import { useAction } from '../actions/use-action.ts';
import { usePanelDraft } from '../actions/use-panel-draft.ts';

/** A note alone, on anybody's contact, also without a deal (decision I11). */
export function NoteForm({ contact }: { contact: AdminContact }) {
  const id = useId();
  const action = useAction(contact, 'note');
  const draft = usePanelDraft(contact.id, 'plain-note');
  const typed = (draft.value ?? '').trim();

  function keep(event: FormEvent) {
    event.preventDefault();
    if (typed === '') return;
    const body = { action: 'note', contactId: contact.id, note: typed };
    action.press({ body, name: CONTACT_PANEL.addNote, onConfirmed: draft.clear });
  }

  return (
    <form className="note-form" onSubmit={keep}>
      <label htmlFor={id}>{CONTACT_PANEL.newNote}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        value={draft.value ?? ''}
        onChange={(event) => {
          if (action.result) action.reset();
          draft.change(event.target.value);
        }}
      />
      <ActionProblem action={action} />
      <div className="button-row">
        <Button
          type="submit"
          variant="quiet"
          busy={action.pending}
          disabledReason={typed === '' && !action.result ? CONTACT_PANEL.noteEmpty : undefined}
        >
          {CONTACT_PANEL.addNote}
        </Button>
        {action.result && typed === '' && <span role="status">{ACTION.done}</span>}
      </div>
      <Question action={action} />
    </form>
  );
}
