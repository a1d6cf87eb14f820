import { useQuery } from '@tanstack/react-query';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { NoInterestReason } from '../../../../bff/view-models/callcenter-action.ts';
import { NO_INTEREST } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatMoment } from '../../../texts/format.ts';
import { timelineQuery } from '../contact/contact-query.ts';
import './outcomes.css';

const LINK = 'link';
const REASON = 'reason';
const REASONS = Object.keys(NO_INTEREST.reasons) as NoInterestReason[];

/** With "Akkoord": the customer signs online, so the link goes along unless the colleague says no. */
export function SendLinkField({ contact }: { contact: AdminContact }) {
  const { data: timeline } = useQuery(timelineQuery(contact.id));
  const sentAt = timeline?.linkSentAt;
  return (
    <div>
      <label className="check">
        <input type="checkbox" name={LINK} defaultChecked />
        {CONTACT_PANEL.sendLink}
      </label>
      {contact.Email && <p className="small">{CONTACT_PANEL.linkTo(contact.Email)}</p>}
      {timeline && (
        <p className="small">{sentAt ? CONTACT_PANEL.linkSentAt(formatMoment(sentAt)) : CONTACT_PANEL.linkNeverSent}</p>
      )}
    </div>
  );
}

export function isLinkWanted(fields: FormData): boolean {
  return fields.has(LINK);
}

/** With "Geen interesse": why, for whoever looks back at it. */
export function ReasonField() {
  return (
    <fieldset className="reason-choice">
      <legend>{NO_INTEREST.label}</legend>
      {REASONS.map((reason) => (
        <label key={reason} className="check">
          <input type="radio" name={REASON} value={reason} />
          {NO_INTEREST.reasons[reason]}
        </label>
      ))}
    </fieldset>
  );
}

export function reasonIn(fields: FormData): { reason?: NoInterestReason } {
  const reason = REASONS.find((each) => each === fields.get(REASON));
  return reason ? { reason } : {};
}
