import type { AdminContact } from '../../../bff/view-models/callcenter.ts';
import { ACTION, EDITS, OUTCOMES, UNDOABLE_EDIT_LABELS } from '../../texts/admin-actions.ts';
import { formatTime } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import type { Action } from './use-action.ts';

/** The way back for ten minutes: stage, tag, callback and offer as they were (decision I10). */
export function UndoLine({ contact, dealId, action }: { contact: AdminContact; dealId: string; action: Action }) {
  const { undo } = contact;
  if (undo?.dealId !== dealId) return null;
  const until = formatTime(undo.until);
  const [name, text, question] =
    undo.action === 'discount' || undo.action === 'upgrade-deal-version'
      ? [UNDOABLE_EDIT_LABELS[undo.action], ACTION.undoOfEdit, EDITS.undoEdit]
      : [OUTCOMES[undo.action].label, ACTION.undoOf, EDITS.undo];

  function takeBack() {
    const body = { action: 'undo', contactId: contact.id, dealId, expected: undo?.version };
    action.press({ body, name: ACTION.undo, question: { ...question, detail: name } });
  }

  return (
    <div className="undo-line">
      <span>{text(name, until)}</span>
      <Button variant="quiet" onClick={takeBack}>
        {ACTION.undo}
      </Button>
    </div>
  );
}
