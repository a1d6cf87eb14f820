import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { LeadCard } from '../../../bff/view-models/callcenter.ts';
import { leadPath } from '../../paths.ts';
import { LAST_OUTCOMES, LEAD_GROUP_NAMES, LEADS } from '../../texts/admin-leads.ts';
import { formatMoment, formatSoon, formatTime } from '../../texts/format.ts';
import { Money } from '../../ui/Money.tsx';

interface LeadCardLinkProps {
  lead: LeadCard;
  selected: boolean;
  brand: string;
}

/** One card: name, reason to call now, state and value of the deal, details. */
export const LeadCardLink = memo(function LeadCardLink({ lead, selected, brand }: LeadCardLinkProps) {
  return (
    <Link
      className={selected ? 'lead-card lead-selected' : 'lead-card'}
      to={leadPath(lead.id)}
      aria-current={selected ? 'true' : undefined}
    >
      <span className="lead-line">
        <strong className="lead-name">{lead.Full_Name || LEADS.nameless}</strong>
        <span className={`lead-group lead-group-${lead.group}`}>{LEAD_GROUP_NAMES[lead.group]}</span>
      </span>
      <span className="lead-line lead-deal">
        <span>{lead.Stage ?? LEADS.noStage}</span>
        {lead.Amount !== null && <Money value={lead.Amount} />}
      </span>
      <LeadCardDetails lead={lead} brand={brand} />
    </Link>
  );
});

/** A lead's call history, place, owner and viewers. */
function LeadCardDetails({ lead, brand }: { lead: LeadCard; brand: string }) {
  const ours = lead.Lead_Owner_Flow?.toLowerCase().startsWith(brand.toLowerCase()) ?? false;
  const held = lead.heldBack;
  const history = [
    lead.attempts > 0 && LEADS.attempts(lead.attempts),
    lead.lastOutcome && LAST_OUTCOMES[lead.lastOutcome],
  ].filter(Boolean);
  return (
    <>
      {lead.message && <span className="lead-small lead-message">{LEADS.message[lead.message]}</span>}
      {lead.callback && <span className="lead-small lead-callback">{LEADS.callback(formatMoment(lead.callback))}</span>}
      {history.length > 0 && <span className="lead-small">{history.join(' · ')}</span>}
      {held && (
        <span className="lead-small">
          {'until' in held ? LEADS.again(formatSoon(held.until), lead.attempts === 0) : LEADS.heldBack[held.why]}
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
