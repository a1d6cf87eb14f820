import { useId } from 'react';
import { EDITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { NUMBERS } from '../../../texts/fields.ts';
import { Button } from '../../../ui/Button.tsx';
import { readWholeNumber } from '../../../ui/whole-number.ts';
import { PriceChange } from '../actions/PriceChange.tsx';
import { usePanelDraft } from '../actions/use-panel-draft.ts';
import { type DealPart, editOf } from './deal-part.ts';

const PROPERTY = 'survey1_battery_box_distance_m';
/** As on the customer's own page (decision I5). */
const METRES = { most: 999, decimals: 'up' } as const;

/** The one property edited by its own name; "Save" is shown only when there is something to save. */
export function DistanceEdit(part: DealPart) {
  const { contact, deal, action } = part;
  const id = useId();
  const draft = usePanelDraft(contact.id, `${deal.id}:distance`);
  const stored = deal.survey1_battery_box_distance_m ?? '';
  const typed = draft.value ?? stored;
  const { value: metres, notice, fault } = readWholeNumber(typed, METRES);
  const valid = metres !== '' && fault === undefined;

  const edit = { ...editOf(part), action: 'set-deal-property', name: PROPERTY, value: metres };

  function save() {
    action.press({
      body: edit,
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
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => draft.change(event.target.value)}
        />
        {notice && valid && (
          <span className="small" aria-live="polite">
            {notice === 'rounded' ? NUMBERS.rounded(typed, metres) : NUMBERS.raised}
          </span>
        )}
        {typed !== stored && (
          <Button variant="quiet" disabledReason={valid ? undefined : DEAL_PANEL.distanceMissing} onClick={save}>
            {DEAL_PANEL.saveProperty}
          </Button>
        )}
      </div>
      {valid && metres !== stored && <PriceChange body={edit} isTyped />}
    </div>
  );
}
