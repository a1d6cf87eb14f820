import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { ContactDetail } from '../../../../bff/view-models/callcenter-action.ts';
import { ACTION, CONTACT_DETAIL_LABELS, CONTACT_PANEL, EDITS } from '../../../texts/admin-desk.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dots } from '../../layout/Loading.tsx';
import { ActionProblem } from '../ActionProblem.tsx';
import { Question } from '../Question.tsx';
import { Overtaken } from '../TypedValue.tsx';
import { type Action, type PanelDraft, useAction, usePanelDraft, usePanelState } from '../use-action.ts';
import { timelineQuery } from './contact-query.ts';

/** A standalone note on any contact, even one without a deal (decision I11). */
export function NoteForm({ contact }: { contact: AdminContact }) {
  const action = useAction(contact, 'note');
  const draft = usePanelDraft(contact.id, 'plain-note');

  function keep() {
    const body = { action: 'note', contactId: contact.id, note: draft.typed };
    action.press({ body, name: CONTACT_PANEL.addNote, saves: [draft] });
  }

  return (
    <WordsForm
      label={CONTACT_PANEL.newNote}
      button={CONTACT_PANEL.addNote}
      missing={draft.typed === '' ? CONTACT_PANEL.noteEmpty : undefined}
      words={draft}
      action={action}
      onSend={keep}
    />
  );
}

interface WordsFormProps {
  label: string;
  button: string;
  /** Why it cannot be sent yet. */
  missing: string | undefined;
  words: PanelDraft;
  action: Action;
  onSend: () => void;
  /** More fields, below the text. */
  children?: ReactNode;
}

/** A text field with one submit button; cleared once the CRM confirmed the text. */
export function WordsForm({ label, button, missing, words, action, onSend, children }: WordsFormProps) {
  const id = useId();

  function send(event: FormEvent) {
    event.preventDefault();
    if (missing === undefined) onSend();
  }

  return (
    <>
      <form className="note-form" onSubmit={send}>
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          className="input"
          rows={2}
          value={words.value ?? ''}
          onChange={(event) => {
            if (action.result) action.reset();
            words.change(event.target.value);
          }}
        />
        {children}
        <ActionProblem action={action} />
        <div className="button-row">
          <Button
            type="submit"
            variant="quiet"
            busy={action.pending}
            disabledReason={action.result ? undefined : missing}
          >
            {button}
          </Button>
          {action.result && words.typed === '' && <span role="status">{ACTION.done}</span>}
        </div>
      </form>
      <Question action={action} />
    </>
  );
}

const DETAILS = Object.keys(CONTACT_DETAIL_LABELS) as ContactDetail[];

/** The text typed in a field. */
interface TypedDetail {
  text: string;
  /** The values that it may replace: the one shown while it was typed, and the one that this form sent last. */
  over: (string | undefined)[];
}

const NOTHING_TYPED: Partial<Record<ContactDetail, TypedDetail>> = {};

/** Name, phone, e-mail and address, corrected during the call (decision I11). */
export function DetailsForm({ contact }: { contact: AdminContact }) {
  const action = useAction(contact, 'details');
  const draft = usePanelState(contact.id, 'typed-details', NOTHING_TYPED);
  const typed = draft.value;
  const fields = DETAILS.map((field) => {
    const shown = contact[field] ?? '';
    const { text = shown, over = [shown] } = typed[field] ?? {};
    // If somebody else changed the value since the typing, the text is not sent (decision I11).
    const isOvertaken = !over.includes(shown);
    return { field, shown, text, isChanged: text.trim() !== shown, isOvertaken };
  });
  const changed = fields.filter(({ isChanged, isOvertaken }) => isChanged && !isOvertaken);

  // Start open if a draft or a failed save is waiting.
  const [isOpen, setOpen] = useState(fields.some(({ isChanged }) => isChanged));

  function type(field: ContactDetail, shown: string, text: string) {
    const { [field]: _, ...others } = typed;
    const isBack = text === shown && !action.pending;
    const detail = { text, over: [shown, action.sent?.body.properties?.[field]] };
    draft.change(isBack ? others : { ...others, [field]: detail });
  }

  function save(event: FormEvent) {
    event.preventDefault();
    if (changed.length === 0) return;
    const properties = Object.fromEntries(changed.map(({ field, text }) => [field, text.trim()]));
    const body = {
      action: 'set-contact-details',
      contactId: contact.id,
      properties,
      expected: contact.detailsVersion,
    };
    action.press({ body, name: CONTACT_PANEL.details, question: EDITS.details, saves: [draft] });
  }

  return (
    <details
      className="contact-details"
      open={isOpen || action.error !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{CONTACT_PANEL.details}</summary>
      <form className="stack" onSubmit={save}>
        {fields.map(({ field, shown, text, isChanged, isOvertaken }) => (
          <label key={field} className="stack gap-1">
            {CONTACT_DETAIL_LABELS[field]}
            <input
              className="input"
              type={field === 'Email' ? 'email' : field === 'Phone' ? 'tel' : 'text'}
              autoComplete="off"
              value={isOvertaken ? shown : text}
              onChange={(event) => type(field, shown, event.target.value)}
            />
            <Overtaken typed={isOvertaken && isChanged ? text.trim() : undefined} />
          </label>
        ))}
        <ActionProblem action={action} />
        <Button
          type="submit"
          variant="quiet"
          busy={action.pending}
          disabledReason={changed.length === 0 ? CONTACT_PANEL.detailsUnchanged : undefined}
        >
          {CONTACT_PANEL.saveDetails}
        </Button>
      </form>
      <Question action={action} />
    </details>
  );
}

/** Mails the customer's link, or replaces a link that leaked. */
export function PersonalLink({ contact }: { contact: AdminContact }) {
  const action = useAction(contact, 'link');
  const { data: timeline } = useQuery(timelineQuery(contact.id));
  const sentAt = timeline?.linkSentAt;
  const isReplaced = action.confirmed?.body.action === 'new-link';

  function send() {
    const question = { ...EDITS.sendLink, detail: contact.Email ? CONTACT_PANEL.linkTo(contact.Email) : undefined };
    action.press({ body: { action: 'send-link', contactId: contact.id }, name: CONTACT_PANEL.sendLink, question });
  }

  function replace() {
    const body = { action: 'new-link', contactId: contact.id, expected: contact.linkVersion };
    const question = { ...EDITS.newLink, detail: CONTACT_PANEL.oldLinkEnds };
    action.press({ body, name: CONTACT_PANEL.newLink, question });
  }

  return (
    <section className="personal-link">
      <ActionHead action={action} done={ACTION.done}>
        <h3>{CONTACT_PANEL.personalLink}</h3>
      </ActionHead>
      {isReplaced && !action.pending && <p role="status">{CONTACT_PANEL.linkReplaced}</p>}
      <ActionProblem action={action} />
      <div className="button-row">
        <Button variant={isReplaced ? 'primary' : 'quiet'} busy={action.pending} onClick={send}>
          {CONTACT_PANEL.sendLink}
        </Button>
        <Button variant="quiet" busy={action.pending} onClick={replace}>
          {CONTACT_PANEL.newLink}
        </Button>
      </div>
      {sentAt && <p className="small">{CONTACT_PANEL.linkSentAt(formatMoment(sentAt))}</p>}
      <Question action={action} />
    </section>
  );
}

interface ActionHeadProps {
  action: Action;
  done: string;
  children: ReactNode;
}

/** The name of a part, and beside it whether its action runs or is done. */
export function ActionHead({ action, done, children }: ActionHeadProps) {
  return (
    <div className="action-head row spread gap-3">
      {children}
      {action.pending && <Dots spoken={ACTION.pendingSpoken} />}
      {action.result && !action.pending && (
        <p className="done-word good" role="status">
          {done}
        </p>
      )}
    </div>
  );
}
