import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { leadPath } from '../../../paths.ts';
import { LEAD_GROUP_NAMES, LEADS } from '../../../texts/admin-leads.ts';
import { Money } from '../../../ui/Money.tsx';
import { LeadCardDetails } from './LeadCardDetails.tsx';

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
