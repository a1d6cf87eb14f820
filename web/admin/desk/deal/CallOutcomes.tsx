import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import {
  CALL_OUTCOMES,
  type CallOutcome,
  type NoInterestReason,
  OUTCOME_GROUPS,
  OUTCOMES,
} from '../../../../bff/view-models/call-outcomes.ts';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { vatWords } from '../../../../bff/view-models/vat-texts.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { CONTACT_PANEL, NO_INTEREST, OUTCOME_TEXTS } from '../../../texts/admin-desk.ts';
import { formatMoment, formatMoney } from '../../../texts/format.ts';
import type { NextLead } from '../../queue/use-leads.ts';
import { timelineQuery } from '../contact/contact-query.ts';
import { useShortcuts } from '../shortcuts.tsx';
import { type Action, type ActionResult, type DealPart, editOf, type Press, usePanelDraft } from '../use-action.ts';
import { CallLater, OutcomeButton, useCallLater } from './CallLater.tsx';
import './outcomes.css';

interface OutcomeProps extends DealPart {
  link: Action;
  next: NextLead;
}

/** The note and the outcomes of a phone call (§2.10), in groups. */
export function CallOutcomes(props: OutcomeProps) {
  const { deal, note } = props;
  const noteId = useId();
  const { inbound, isInbound, later, whyNot, press } = useOutcomes(props);
  useShortcuts({
    note: () => document.getElementById(noteId)?.focus(),
    ...Object.fromEntries(CALL_OUTCOMES.map((outcome) => [outcome, () => press(outcome)])),
  });

  return (
    <section className="outcomes stack">
      <div className="outcomes-head row apart">
        <h3>{DEAL_PANEL.outcomes}</h3>
        <label className="check small">
          <input
            type="checkbox"
            checked={isInbound}
            onChange={() => (isInbound ? inbound.clear() : inbound.change('1'))}
          />
          {DEAL_PANEL.inbound}
        </label>
      </div>
      {deal.callScript && !isInbound && <p className="call-script">{deal.callScript}</p>}
      <textarea
        id={noteId}
        className="input note-input"
        rows={2}
        aria-label={DEAL_PANEL.note}
        placeholder={DEAL_PANEL.note}
        value={note.value ?? ''}
        onChange={(event) => note.change(event.target.value)}
      />
      {OUTCOME_GROUPS.map(({ name, outcomes }) => (
        <fieldset key={name} className={`outcome-group outcome-group-${name}`}>
          <legend className="small">{DEAL_PANEL.outcomeGroups[name]}</legend>
          <div className="button-row">
            {outcomes.map((outcome) => {
              const button = { outcome, onPress: () => press(outcome), disabledReason: whyNot(outcome) };
              return outcome === 'gaikan_call_later' ? (
                <CallLater key={outcome} later={later} {...button} />
              ) : (
                <OutcomeButton key={outcome} {...button} />
              );
            })}
          </div>
        </fieldset>
      ))}
    </section>
  );
}

/** What the colleague chose beside the note, and what an outcome asks, sends and leaves behind. */
function useOutcomes({ contact, deal, action, note, link, next }: OutcomeProps) {
  const later = useCallLater(contact.id);
  const inbound = usePanelDraft(contact.id, 'inbound');
  const isInbound = inbound.value !== null;
  const isToBeSigned = deal.quoteArea !== 'signed' && deal.quoteArea !== 'withdrawn';

  /** Disables outcomes that the server would refuse. */
  function whyNot(outcome: CallOutcome) {
    if (outcome === 'gaikan_called_noanswer' && isInbound) return DEAL_PANEL.inboundAnswered;
    const isYes = outcome === 'approve' && isToBeSigned;
    return deal.refusedOutcomes[outcome] ?? (isYes ? (contact.whyNotOnline ?? undefined) : undefined);
  }

  function press(outcome: CallOutcome) {
    const isLater = outcome === 'gaikan_call_later';
    if (isLater && later.request === undefined) return;
    if (whyNot(outcome) !== undefined) return;
    const { confirm, title } = OUTCOME_TEXTS[outcome];
    const isYesToOrder = outcome === 'approve' && !isToBeSigned;
    const body = {
      ...editOf({ contact, deal }),
      action: outcome,
      note: note.typed || undefined,
      inbound: isInbound || undefined,
      ...(isLater && later.request),
    };
    const asked: Partial<Record<CallOutcome, Pick<Press, 'chosen'> & { fields: ReactNode }>> = {
      ...(isToBeSigned && {
        approve: {
          fields: <SendLinkField contact={contact} />,
          chosen: (fields) => (fields.has(LINK) ? { onConfirmed: sendLinkAfter } : {}),
        },
      }),
      not_interested: {
        fields: <ReasonField />,
        chosen: (fields) => ({ body: { ...body, reason: REASONS.find((each) => each === fields.get(REASON)) } }),
      },
    };
    const { fields, ...chosen } = asked[outcome] ?? {};
    link.reset();
    action.press({
      body,
      name: OUTCOMES[outcome].label,
      question: { confirm, title: isYesToOrder ? DEAL_PANEL.alreadySigned : title, fields, detail: detailOf(outcome) },
      ...chosen,
      saves: [note, inbound, later],
      onSent: next.askAhead,
      onConfirmed: openBooking,
    });
  }

  function detailOf(outcome: CallOutcome) {
    if (outcome === 'gaikan_call_later') return formatMoment(later.momentMs);
    if (outcome !== 'approve' || !isToBeSigned) return undefined;
    const { totals } = deal.quote;
    // The offer holds saved values only, so this is the price that the customer agrees to.
    return DEAL_PANEL.agreedTo(formatMoney(totals.finalInclVat), vatWords(totals).toPay);
  }

  function openBooking(result: ActionResult) {
    if (result.bookingUrl) window.open(result.bookingUrl, '_blank', 'noopener,noreferrer');
  }

  /** The link's idempotency key derives from the press, so that a retry never mails twice. */
  function sendLinkAfter(result: ActionResult, key: string) {
    openBooking(result);
    const body = { action: 'send-link', contactId: contact.id };
    link.press({ body, name: CONTACT_PANEL.sendLink, isBeside: true }, `${key}-link`);
  }

  return { inbound, isInbound, later, whyNot, press };
}

const LINK = 'link';
const REASON = 'reason';
const REASONS = Object.keys(NO_INTEREST.reasons) as NoInterestReason[];

/** With "Akkoord": the customer signs online, so the link is mailed unless the colleague opts out. */
function SendLinkField({ contact }: { contact: AdminContact }) {
  const { data: timeline } = useQuery(timelineQuery(contact.id));
  // Only the notes tell whether the link was sent.
  const areNotesKnown = timeline && !timeline.unknown?.includes('notes');
  const sentAt = timeline?.linkSentAt;
  return (
    <div>
      <label className="check">
        <input type="checkbox" name={LINK} defaultChecked />
        {CONTACT_PANEL.sendLink}
      </label>
      {contact.Email && <p className="small">{CONTACT_PANEL.linkTo(contact.Email)}</p>}
      {areNotesKnown && (
        <p className="small">{sentAt ? CONTACT_PANEL.linkSentAt(formatMoment(sentAt)) : CONTACT_PANEL.linkNeverSent}</p>
      )}
    </div>
  );
}

/** With "Geen interesse": the reason, for later reports. */
function ReasonField() {
  return (
    <fieldset className="stack starts gap-1">
      <legend>{NO_INTEREST.label}</legend>
      {REASONS.map((reason, index) => (
        <label key={reason} className="check">
          <input type="radio" name={REASON} value={reason} aria-keyshortcuts={`${index + 1}`} />
          {NO_INTEREST.reasons[reason]}
          <span className="key-hint" aria-hidden="true">
            {index + 1}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
