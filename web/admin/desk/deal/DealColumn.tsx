import { useState } from 'react';
import { OUTCOMES } from '../../../../bff/view-models/call-outcomes.ts';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { ACTION, CONTACT_PANEL, OUTCOME_TEXTS } from '../../../texts/admin-desk.ts';
import { Dots } from '../../layout/Loading.tsx';
import type { NextLead } from '../../queue/use-leads.ts';
import { ActionProblem, FailedActions } from '../ActionProblem.tsx';
import { Done, useStay } from '../Done.tsx';
import { Question } from '../Question.tsx';
import { useShortcuts } from '../shortcuts.tsx';
import { useAction } from '../use-action.ts';
import { OutcomeButton } from './CallLater.tsx';
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
  if (!deal) return <WithoutDeal contact={contact} next={next} />;
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

/** A contact without a deal can say one thing: not to be called any more (decision J10). */
function WithoutDeal({ contact, next }: Pick<DealColumnProps, 'contact' | 'next'>) {
  const action = useAction(contact, 'no-deal');
  const { heading, stay } = useStay(contact.id, action);
  const question = { confirm: OUTCOME_TEXTS.skip.confirm, title: CONTACT_PANEL.skipsContact };
  const disabledReason = contact.doNotCall ? CONTACT_PANEL.doNotCall : undefined;
  const body = { action: 'skip', contactId: contact.id };
  const press = () => action.press({ body, name: OUTCOMES.skip.label, question });
  useShortcuts({ skip: () => disabledReason === undefined && press() });

  return (
    <section className="stack gap-3" aria-label={CONTACT_PANEL.noDeals}>
      <h2 ref={heading} tabIndex={-1} className="empty">
        {CONTACT_PANEL.noDeals}
      </h2>
      {action.pending && <Dots spoken={ACTION.pendingSpoken} />}
      {action.result && !action.pending && (
        <Done result={action.result} crmUrl={undefined} link={undefined} goesOn onStay={stay} next={next} />
      )}
      {!action.result && (
        <div className="button-row" hidden={action.pending}>
          <ActionProblem action={action} />
          <OutcomeButton outcome="skip" onPress={press} disabledReason={disabledReason} />
        </div>
      )}
      <Question action={action} />
    </section>
  );
}
