import { useId } from 'react';
import { EDITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { Button } from '../../../ui/Button.tsx';
import { usePanelDraft } from '../actions/use-panel-draft.ts';
import { type DealPart, editOf } from './deal-part.ts';

const PROPERTY = 'survey1_battery_box_distance_m';

/** The one property edited by its own name; "Save" is shown only when there is something to save. */
export function DistanceEdit(part: DealPart) {
  const { contact, deal, action } = part;
  const id = useId();
  const draft = usePanelDraft(contact.id, `${deal.id}:distance`);
  const stored = deal.survey1_battery_box_distance_m ?? '';
  const typed = draft.value ?? stored;
  const valid = /^[1-9]\d{0,2}$/.test(typed);

  function save() {
    action.press({
      body: { ...editOf(part), action: 'set-deal-property', name: PROPERTY, value: typed },
      name: DEAL_PANEL.distanceHint,
      question: EDITS.property,
      onConfirmed: draft.clear,
    });
  }

  return (
    <div className="edit">
      <label htmlFor={id}>
        {DEAL_PANEL.distanceHint} <span className="small">{DEAL_PANEL.distance}</span>
      </label>
      <div className="edit-row">
        <input
          id={id}
          className="input input-short"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => draft.change(event.target.value.replace(/\D/g, ''))}
        />
        {typed !== stored && (
          <Button variant="quiet" disabledReason={valid ? undefined : DEAL_PANEL.distanceMissing} onClick={save}>
            {DEAL_PANEL.saveProperty}
          </Button>
        )}
      </div>
    </div>
  );
}
