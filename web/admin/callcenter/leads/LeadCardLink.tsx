import { memo } from 'react';
import { Link } from 'react-router-dom';
import { leadPath } from '../../../paths.ts';
import { LEAD_GROUP_NAMES, LEADS } from '../../../texts/admin-leads.ts';
import { valueAt } from './coded-column.ts';
import { LeadCardDetails } from './LeadCardDetails.tsx';
import { type LeadTable, leadAt } from './lead-table.ts';
import { textAt } from './text-column.ts';

interface LeadCardLinkProps {
  leads: LeadTable;
  row: number;
  selected: boolean;
  brand: string;
  /** Only who it is, and why now. */
  brief: boolean;
}

/** One card: who, why now, and the details. */
export const LeadCardLink = memo(function LeadCardLink({ leads, row, selected, brand, brief }: LeadCardLinkProps) {
  const group = valueAt(leads.group, row);
  if (group === undefined) return null;
  const lead = brief ? undefined : leadAt(leads, row);
  return (
    <Link
      className={selected ? 'lead-card lead-selected' : 'lead-card'}
      to={leadPath(textAt(leads.id, row))}
      aria-current={selected ? 'true' : undefined}
    >
      <span className="lead-line">
        <strong className="lead-name">{textAt(leads.Full_Name, row) || LEADS.nameless}</strong>
        <span className={`lead-group lead-group-${group}`}>{LEAD_GROUP_NAMES[group]}</span>
      </span>
      {lead && <LeadCardDetails lead={lead} brand={brand} />}
    </Link>
  );
});
