import type { AdminStats } from '../../../../bff/view-models/stats.ts';
import { EDITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { formatFigure } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { usePanelDraft } from '../actions/use-panel-draft.ts';
import { type DealPart, editOf } from './deal-part.ts';
import { EditSelect } from './EditSelect.tsx';

/** The battery size of an older quote, and the way to modules (§2.10). */
export function OlderEditing(part: DealPart & { stats: AdminStats }) {
  const { contact, deal, action, stats } = part;
  const draft = usePanelDraft(contact.id, `${deal.id}:size`);
  const stored = deal.survey1_calc?.quote.battery?.size;
  const chosen = draft.value ?? (stored ? String(stored) : '');
  const sizes = stats.ALLOWED_BATTERY_KWH.map((kwh) => ({
    value: String(kwh),
    label: DEAL_PANEL.sizeOption(formatFigure(kwh)),
  }));
  const allowed = sizes.some(({ value }) => value === chosen);

  const edit = { ...editOf(part), action: 'set-battery-size', value: chosen };

  function saveSize() {
    action.press({
      body: edit,
      name: DEAL_PANEL.size,
      question: EDITS.quote,
      onConfirmed: draft.clear,
    });
  }

  function upgrade() {
    action.press({
      body: { ...editOf(part), action: 'upgrade-deal-version' },
      name: DEAL_PANEL.upgrade,
      question: {
        ...EDITS.upgrade,
        detail: deal.survey1_battery_box_distance_m ? DEAL_PANEL.upgradeAnew : DEAL_PANEL.upgradeDefault,
      },
    });
  }

  return (
    <>
      <p>
        <i>{DEAL_PANEL.legacyDelay}</i>
      </p>
      <EditSelect
        label={DEAL_PANEL.size}
        value={chosen}
        options={chosen === '' ? [{ value: '', label: DEAL_PANEL.chooseSize }, ...sizes] : sizes}
        onChange={draft.change}
        disabledReason={allowed ? undefined : DEAL_PANEL.sizeMissing}
        onSave={saveSize}
        edit={allowed && chosen !== String(stored ?? '') ? edit : undefined}
      />
      <Button variant="quiet" onClick={upgrade}>
        {DEAL_PANEL.upgrade}
      </Button>
    </>
  );
}
