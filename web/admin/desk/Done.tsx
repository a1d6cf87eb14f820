import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { outcomeLabel } from '../../../bff/view-models/call-outcomes.ts';
import type { AdminContact } from '../../../bff/view-models/callcenter.ts';
import { siteQuery } from '../../api/query-client.ts';
import { DEAL_PANEL } from '../../texts/admin-deal.ts';
import { ACTION, CONTACT_PANEL, EDITS, REFUSED_PARTS, UNDOABLE_EDIT_LABELS } from '../../texts/admin-desk.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { formatMoment, formatTime } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useAdminSession } from '../gate/admin-session.ts';
import type { NextLead } from '../queue/use-leads.ts';
import { ActionProblem } from './ActionProblem.tsx';
import { timelineQuery } from './contact/contact-query.ts';
import { ActionButton } from './Question.tsx';
import { type Action, type ActionResult, isOutcomeUnknown } from './use-action.ts';
import './actions.css';

interface DoneProps {
  result: ActionResult;
  /** The deal's page in the CRM, after "Handmatige offerte". */
  crmUrl: string | undefined;
  /** The action that mails the customer's link after "Akkoord". */
  link: Action | undefined;
  /** True after an outcome: "next lead" is then the main button. After an edit or undo the outcome is still missing. */
  goesOn: boolean;
  onStay: () => void;
  next: NextLead;
}

/** "Stay here": focuses the panel's heading, reads what the action left, and shows the panel again. */
export function useStay(contactId: string, action: Action) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);

  function stay() {
    heading.current?.focus();
    void client.refetchQueries({ queryKey: timelineQuery(contactId).queryKey, stale: true });
    action.reset();
  }

  return { heading, stay };
}

/** "done": what the CRM confirmed, and what to do next (decision G4). */
export function Done({ result, crmUrl, link, goesOn, onStay, next }: DoneProps) {
  const box = useRef<HTMLDivElement>(null);
  const { data: site } = useQuery(siteQuery);
  const { ownerId } = useAdminSession();
  const { deal } = result;
  const total = deal?.survey1_calc ? deal.quote.totals.finalInclVat : undefined;
  // The browser may have blocked the appointment page, so its link comes before the buttons.
  const first = result.bookingUrl ? 'a' : '.button-row button';
  useEffect(() => box.current?.querySelector<HTMLElement>(first)?.focus(), [first]);
  const goOn = (
    <Button variant={goesOn ? 'primary' : 'quiet'} busy={next.pending} onClick={next.ask}>
      {LEADS.next}
    </Button>
  );
  return (
    <div className="done stack gap-3" ref={box}>
      <div className="stack gap-3" role="status">
        <p className="done-word good">{result.refused ? ACTION.partly : ACTION.done}</p>
        {result.callback && <p>{ACTION.callback(formatMoment(result.callback))}</p>}
        {total !== undefined && (
          <p>
            {ACTION.total} <Money value={total} />
          </p>
        )}
        {link?.pending && <p>{CONTACT_PANEL.linkSending}</p>}
        {link?.result && <p>{CONTACT_PANEL.linkSent}</p>}
      </div>
      {result.refused && (
        <Notice tone="problem">
          <ul className="bullets">
            {result.refused.map((part) => (
              <li key={part}>{REFUSED_PARTS[part]}</li>
            ))}
          </ul>
        </Notice>
      )}
      {link?.error && !link.pending && (
        <Notice tone="problem">
          <p>{isOutcomeUnknown(link.error) ? CONTACT_PANEL.linkUnknown : CONTACT_PANEL.linkNotSent}</p>
          <ActionProblem action={link} />
        </Notice>
      )}
      {result.bookingUrl && (
        <p>
          <NewTab url={result.bookingUrl} text={ACTION.openBooking} />
        </p>
      )}
      {crmUrl && (
        <p>
          <NewTab url={crmUrl} text={ACTION.openDeal(site?.crmName ?? '')} />
        </p>
      )}
      <div className="button-row">
        {ownerId !== undefined && goesOn && goOn}
        <Button variant={goesOn ? 'quiet' : 'primary'} onClick={onStay}>
          {deal ? ACTION.stay : ACTION.stayWithContact}
        </Button>
        {ownerId !== undefined && !goesOn && goOn}
      </div>
    </div>
  );
}

export function NewTab({ url, text }: { url: string; text: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="unseen"> {DEAL_PANEL.newWindow}</span>
    </a>
  );
}

/** The undo button, shown for ten minutes: restores stage, tag, callback and offer (decision I10). */
export function UndoLine({ contact, dealId, action }: { contact: AdminContact; dealId: string; action: Action }) {
  const { undo } = contact;
  if (undo?.dealId !== dealId) return null;
  const until = formatTime(undo.until);
  const [name, text, question] =
    undo.action === 'discount' || undo.action === 'upgrade-deal-version'
      ? [UNDOABLE_EDIT_LABELS[undo.action], ACTION.undoOfEdit, EDITS.undoEdit]
      : [outcomeLabel(undo.action), ACTION.undoOf, EDITS.undo];
  if (name === undefined) return null;
  return (
    <div className="undo-line row spread">
      <span>{text(name, until)}</span>
      <ActionButton
        action={action}
        body={{ action: 'undo', contactId: contact.id, dealId, expected: undo.version }}
        name={ACTION.undo}
        question={{ ...question, detail: name }}
      />
    </div>
  );
}
