import type { AdminContact, LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { LAST_OUTCOMES, LEAD_GROUP_NAMES, LEADS } from '../../../texts/admin-leads.ts';
import { formatMoment } from '../../../texts/format.ts';

interface CallFactsProps {
  /** Contacts outside the list, such as those who signed, have no call history here. */
  lead: LeadCard | undefined;
  contact: AdminContact | undefined;
}

/** What the caller wants to know before the customer answers. */
export function CallFacts({ lead, contact }: CallFactsProps) {
  const shown = contact ?? lead;
  const rows = [
    { name: CONTACT_PANEL.lastContact, value: lead && lastContact(lead) },
    { name: CONTACT_PANEL.agreed, value: lead?.callback && formatMoment(lead.callback) },
    { name: CONTACT_PANEL.place, value: shown && [shown.Mailing_Zip, shown.Mailing_City].filter(Boolean).join(' ') },
    { name: CONTACT_PANEL.flow, value: shown?.Lead_Owner_Flow },
  ];
  return (
    <dl className="call-facts">
      {rows.map(
        ({ name, value }) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Without a call, the lead's group: new, or not read yet. */
function lastContact({ lastCallAt, lastOutcome, attempts, group }: LeadCard) {
  const facts = [
    lastCallAt && formatMoment(lastCallAt),
    lastOutcome && LAST_OUTCOMES[lastOutcome],
    attempts > 0 && LEADS.attempts(attempts),
  ].filter(Boolean);
  if (facts.length > 0) return facts.join(' · ');
  return group === 'new' ? CONTACT_PANEL.neverCalled : LEAD_GROUP_NAMES[group];
}
