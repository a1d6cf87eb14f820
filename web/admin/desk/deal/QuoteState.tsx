import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import type { PriceInputName } from '../../../../bff/view-models/quote.ts';
import { EDITS } from '../../../texts/admin-actions.ts';
import {
  DEAL_FIELD_LABELS,
  DEAL_PANEL,
  DEAL_WARNING_TEXTS,
  INPUT_WORDS,
  QUOTE_AREA_TEXTS,
  QUOTE_FAULT_NAMES,
  UNREADABLE,
} from '../../../texts/admin-deal.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Money } from '../../../ui/Money.tsx';
import { withNote } from '../action-body.ts';
import { dealValue } from '../deal-changes.ts';
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

/** What staff must know before changing anything: signed, approved, or something that does not add up. */
function DealState({ deal }: { deal: AdminDeal }) {
  const signed = deal.quoteArea === 'signed' || deal.quoteArea === 'withdrawn';
  const lines = [
    signed && (deal.signedAt ? DEAL_PANEL.signedAt(formatMoment(deal.signedAt)) : DEAL_PANEL.signed),
    deal.quoteArea === 'withdrawn' && deal.withdrawnAt && DEAL_PANEL.withdrawnAt(formatMoment(deal.withdrawnAt)),
    deal.withdrawalIn && DEAL_PANEL.withdrawalIn[deal.withdrawalIn],
    deal.quoteArea === 'declined' && deal.declinedAt && DEAL_PANEL.declinedAt(formatMoment(deal.declinedAt)),
    deal.signing?.changedSince && DEAL_PANEL.changedSince,
    deal.signing?.copy?.state === 'task' &&
      (deal.signing.copy.mayBeMailed ? DEAL_PANEL.copyUnsure : DEAL_PANEL.copyTask),
    deal.signature && deal.signature !== 'proven' && DEAL_PANEL.unproven[deal.signature],
    !signed && deal.survey1_approve_clicked && DEAL_PANEL.approved,
    deal.unreadable.length > 0 && UNREADABLE.deal(deal.unreadable.join(', ')),
    ...deal.warnings.map((warning) => DEAL_WARNING_TEXTS[warning]),
    deal.survey1_calc && deal.faults.length > 0 && `${DEAL_PANEL.faults} ${deal.faults.map(faultName).join(', ')}`,
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <ul className="deal-state">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** `output.products[1]` and `quote.products[1]` are the second row. */
function faultName(path: string) {
  const row = /\[(\d+)\]$/.exec(path)?.[1];
  return row === undefined ? (QUOTE_FAULT_NAMES[path] ?? path) : DEAL_PANEL.faultyRow(Number(row) + 1);
}
