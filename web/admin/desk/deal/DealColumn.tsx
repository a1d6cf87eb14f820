import { useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';
import type { NextLead } from '../../queue/use-leads.ts';
import { FailedActions } from '../ActionProblem.tsx';
import { DealPanel } from './DealPanel.tsx';

interface DealColumnProps {
  contact: AdminContact;
  mayCall: boolean | null;
  next: NextLead;
}

/**
 * The contact's first deal, with a switch if there are several (decision G6). The deal being worked on stays on screen,
 * even when an outcome closes it and another becomes the first.
 */
export function DealColumn({ contact, mayCall, next }: DealColumnProps) {
  const [chosenId, setChosenId] = useState<string>();
  const deal = contact.deals.find(({ id }) => id === chosenId) ?? contact.deals[0];
  if (!deal) return <p className="empty">{CONTACT_PANEL.noDeals}</p>;
  return (
    <>
      {contact.deals.length > 1 && (
        <fieldset className="deal-switch row apart">
          <legend className="strong">{DEAL_PANEL.deals}</legend>
          {contact.deals.map(({ id, Deal_Name, Stage }) => (
            <label key={id} className="check">
              <input type="radio" name="deal" checked={id === deal.id} onChange={() => setChosenId(id)} />
              {Deal_Name ?? DEAL_PANEL.nameless} {Stage && <span className="small">{Stage}</span>}
            </label>
          ))}
        </fieldset>
      )}
      <FailedActions openId={contact.id} shownDealId={deal.id} />
      <DealPanel
        key={deal.id}
        contact={contact}
        deal={deal}
        mayCall={mayCall}
        next={next}
        onWork={() => setChosenId(deal.id)}
      />
    </>
  );
}
