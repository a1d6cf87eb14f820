import type { PriceInputName } from '../../../../bff/view-models/quote.ts';
import { EDITS } from '../../../texts/admin-actions.ts';
import { DEAL_FIELD_LABELS, DEAL_PANEL, INPUT_WORDS, QUOTE_AREA_TEXTS } from '../../../texts/admin-deal.ts';
import { Button } from '../../../ui/Button.tsx';
import { Money } from '../../../ui/Money.tsx';
import { withNote } from '../actions/action-body.ts';
import { dealValue } from '../actions/deal-changes.ts';
import { DealState } from './DealState.tsx';
import { type DealPart, editOf } from './deal-part.ts';

/** The quote's state and total; a total that may be wrong is left out. */
export function QuoteState(part: DealPart) {
  const { deal } = part;
  const sure = deal.survey1_calc && deal.quoteArea !== 'incomplete' && deal.faults.length === 0;
  return (
    <div className="quote-state">
      <div className="quote-state-line">
        {sure && (
          <p className="quote-total">
            <Money value={deal.quote.totals.finalInclVat} /> <span className="small">{DEAL_PANEL.inclVat}</span>
          </p>
        )}
        <p className={`quote-area quote-area-${deal.quoteArea}`}>{QUOTE_AREA_TEXTS[deal.quoteArea]}</p>
      </div>
      <DealState deal={deal} />
      <InputDifferences {...part} />
    </div>
  );
}

/** What closes an offer that was calculated from other inputs than the deal has now, and the way to open it (decision J1). */
function InputDifferences(part: DealPart) {
  const { deal, action, note } = part;
  if (deal.differences.length === 0) return null;

  function recalculate() {
    action.press({
      body: { ...editOf(part), action: 'calc', ...withNote(note.value ?? '') },
      name: DEAL_PANEL.recalculateAgain,
      question: EDITS.calc,
      onConfirmed: note.clear,
    });
  }

  return (
    <div className="notice notice-problem">
      <p className="notice-title">{DEAL_PANEL.outdated}</p>
      <ul className="deal-state">
        {deal.differences.map(({ field, quoted, now }) => (
          <li key={field}>
            {DEAL_PANEL.difference(DEAL_FIELD_LABELS[field], inputText(field, quoted), inputText(field, now))}
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={recalculate}>
        {DEAL_PANEL.recalculateAgain}
      </Button>
    </div>
  );
}

/** What staff choose by a word is said by that word. */
function inputText(field: PriceInputName, value: string | number | null) {
  const words: Record<string, string> = INPUT_WORDS[field] ?? {};
  return words[value ?? ''] ?? dealValue(value);
}
