import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AdminContact, AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { ACTION } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { Dots } from '../../layout/Loading.tsx';
import { ActionProblem } from '../actions/ActionProblem.tsx';
import { Done } from '../actions/Done.tsx';
import { Question } from '../actions/Question.tsx';
import { UndoLine } from '../actions/UndoLine.tsx';
import { useAction } from '../actions/use-action.ts';
import { usePanelDraft } from '../actions/use-panel-draft.ts';
import { timelineQuery } from '../contact/contact-query.ts';
import type { NextLead } from '../queue/use-next-lead.ts';
import { Address } from './Address.tsx';
import { CallOutcomes } from './CallOutcomes.tsx';
import { CustomerView } from './CustomerView.tsx';
import { CustomerWish } from './CustomerWish.tsx';
import { DealPdf } from './DealPdf.tsx';
import { DiscountForm } from './DiscountForm.tsx';
import { FieldList } from './FieldList.tsx';
import { Links } from './Links.tsx';
import { Products } from './Products.tsx';
import { QuoteEditing } from './QuoteEditing.tsx';
import { QuoteLock } from './QuoteLock.tsx';
import { QuoteSource } from './QuoteSource.tsx';
import { QuoteState } from './QuoteState.tsx';
import './deal.css';

interface DealPanelProps {
  contact: AdminContact;
  deal: AdminDeal;
  /** Whether the number may be a link: a colleague may just have closed the lead. */
  mayCall: boolean;
  next: NextLead;
  /** Something in the panel has the focus, its question included. */
  onWork: () => void;
}

/** The panel of one deal: idle, "..." while an action runs, then only "done"; another deal starts afresh (§4). */
export function DealPanel({ contact, deal, mayCall, next, onWork }: DealPanelProps) {
  const action = useAction(contact, deal.id);
  const link = useAction(contact, 'link');
  const note = usePanelDraft(contact.id, 'note');
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);

  function stay() {
    heading.current?.focus();
    void client.refetchQueries({ queryKey: timelineQuery(contact.id).queryKey, stale: true });
    action.reset();
  }

  const part = { contact, deal, action, note };
  return (
    <section className="deal-panel" aria-label={deal.Deal_Name ?? DEAL_PANEL.nameless} onFocus={onWork}>
      <h2 className="deal-name-line" ref={heading} tabIndex={-1}>
        {deal.Deal_Name ?? DEAL_PANEL.nameless} {deal.Stage && <span className="small">{deal.Stage}</span>}
      </h2>
      {action.pending && <Dots spoken={ACTION.pendingSpoken} />}
      {!action.pending && <UndoLine contact={contact} dealId={deal.id} action={action} />}
      {action.result && !action.pending && (
        <Done
          result={action.result}
          crmUrl={action.confirmed?.body.action === 'survey1_no_calc' ? deal.crmUrl : undefined}
          link={action.confirmed?.body.action === 'approve' ? link : undefined}
          onStay={stay}
          next={next}
        />
      )}
      {!action.result && (
        <div className="deal-parts" hidden={action.pending}>
          <ActionProblem action={action} deal={deal} />
          <QuoteState {...part} />
          <div className="deal-work">
            <CallOutcomes {...part} link={link} />
            <CustomerWish {...part} />
            <QuoteLock deal={deal}>
              <QuoteEditing {...part} />
              <QuoteSource {...part} />
              <DiscountForm {...part} />
            </QuoteLock>
          </div>
          <div className="deal-data">
            <div className="quote-documents">
              <Links contact={contact} deal={deal} />
              <DealPdf contactId={contact.id} deal={deal} />
            </div>
            <Products deal={deal} />
            <div className="deal-facts">
              <Address contact={contact} deal={deal} mayCall={mayCall} />
              <FieldList deal={deal} />
            </div>
            <CustomerView deal={deal} />
          </div>
        </div>
      )}
      <Question action={action} />
    </section>
  );
}
