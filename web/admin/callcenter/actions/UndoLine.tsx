import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { ACTION, EDITS, OUTCOMES } from '../../../texts/admin-actions.ts';
import { formatTime } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Action } from './use-action.ts';

/** The way back for ten minutes: stage, tag and callback as they were (decision I10). */
export function UndoLine({ contact, dealId, action }: { contact: AdminContact; dealId: string; action: Action }) {
  const { undo } = contact;
  if (undo?.dealId !== dealId) return null;

  function takeBack() {
    const body = { action: 'undo', contactId: contact.id, dealId, expected: undo?.version };
    action.press({ body, name: ACTION.undo, question: EDITS.undo });
  }

  return (
    <div className="undo-line">
      <span>{ACTION.undoOf(OUTCOMES[undo.action].label, formatTime(undo.until))}</span>
      <Button variant="quiet" onClick={takeBack}>
        {ACTION.undo}
      </Button>
    </div>
  );
}
