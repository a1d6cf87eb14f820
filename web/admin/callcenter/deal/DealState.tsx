import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL, DEAL_WARNING_TEXTS, QUOTE_FAULT_NAMES, UNREADABLE } from '../../../texts/admin-deal.ts';
import { formatMoment } from '../../../texts/format.ts';

/** What staff must know before changing anything: signed, approved, or something that does not add up. */
export function DealState({ deal }: { deal: AdminDeal }) {
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
