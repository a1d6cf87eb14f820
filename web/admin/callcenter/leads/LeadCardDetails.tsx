import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { LAST_OUTCOMES, LEADS } from '../../../texts/admin-leads.ts';
import { formatMoment, formatTime } from '../../../texts/format.ts';

/** A lead's call history, place, owner and viewers. */
export function LeadCardDetails({ lead, brand }: { lead: LeadCard; brand: string }) {
  const ours = lead.Lead_Owner_Flow?.toLowerCase().startsWith(brand.toLowerCase()) ?? false;
  const history = [
    lead.attempts > 0 && LEADS.attempts(lead.attempts),
    lead.lastOutcome && LAST_OUTCOMES[lead.lastOutcome],
  ].filter(Boolean);
  return (
    <>
      {lead.message && <span className="lead-small lead-message">{LEADS.message[lead.message]}</span>}
      {lead.callback && <span className="lead-small lead-callback">{LEADS.callback(formatMoment(lead.callback))}</span>}
      {history.length > 0 && <span className="lead-small">{history.join(' · ')}</span>}
      {lead.heldBack && (
        <span className="lead-small">
          {LEADS.heldBack(lead.heldBack.why, lead.heldBack.until ? formatMoment(lead.heldBack.until) : null)}
        </span>
      )}
      {(lead.Mailing_City || lead.Lead_Owner_Flow) && (
        <span className="lead-line lead-small">
          <span className="lead-place">{lead.Mailing_City}</span>
          {lead.Lead_Owner_Flow && (
            <span className={ours ? 'lead-flow' : 'lead-flow lead-flow-foreign'}>
              {lead.Lead_Owner_Flow}
              {!ours && <span className="unseen"> {LEADS.foreignFlow(brand)}</span>}
            </span>
          )}
        </span>
      )}
      <span className="lead-line lead-small">
        <span className="lead-id">{lead.id}</span>{' '}
        {lead.owner && <span className="lead-owner">({lead.owner.name})</span>}
      </span>
      {lead.openedBy.map(({ name, since }) => (
        <span key={name} className="lead-small lead-opened">
          {LEADS.openedBy(name, formatTime(since))}
        </span>
      ))}
    </>
  );
}
