import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { ACTION } from '../../texts/admin-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useAdminSession } from '../gate/admin-session.ts';
import { OwnerChoice } from '../layout/OwnerChoice.tsx';
import type { ActionBody } from './action-body.ts';
import { PriceChange } from './PriceChange.tsx';
import type { Action } from './use-action.ts';
import './actions.css';

/** The confirmation dialog with the exact text of §5: Enter confirms, Escape cancels. */
export function Question({ action }: { action: Action }) {
  const { asked } = action;
  if (!asked?.question) return null;
  const { isPriced, ...question } = asked.question;
  return (
    <QuestionDialog
      {...question}
      edit={isPriced ? asked.body : undefined}
      onConfirm={action.confirm}
      onCancel={action.cancel}
    />
  );
}

interface QuestionDialogProps {
  title: string;
  confirm: string;
  detail?: string;
  /** The edit that it asks about, where that changes the price. */
  edit?: ActionBody | undefined;
  fields?: ReactNode;
  onConfirm: (fields: FormData) => void;
  onCancel: () => void;
}

export function QuestionDialog({ title, confirm, detail, edit, fields, onConfirm, onCancel }: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const textId = useId();
  const titleId = useId();
  const { ownerId } = useAdminSession();
  const askWho = useRef(ownerId === undefined);
  // Closed before it is removed, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>(askWho.current ? '.owner-choice select' : 'button[type=submit]')?.focus();
    return () => element?.close();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (ownerId !== undefined) onConfirm(new FormData(event.currentTarget));
  }

  function pressKey(event: KeyboardEvent) {
    // Holding Enter down when pressing the button must not confirm the dialog as well.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    // A digit chooses, so that the focus stays on "Ja".
    dialog.current?.querySelector<HTMLElement>(`[type=radio][aria-keyshortcuts="${CSS.escape(event.key)}"]`)?.click();
  }

  return (
    <dialog
      ref={dialog}
      className="question"
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={onCancel}
      onKeyDown={pressKey}
    >
      <form onSubmit={submit}>
        <p className="question-title" id={titleId}>
          {title}
        </p>
        <div id={textId}>
          <p className="question-text">{confirm}</p>
          {detail && <p>{detail}</p>}
          {edit && <PriceChange body={edit} />}
        </div>
        {fields}
        {askWho.current && <OwnerChoice label={ACTION.whoAreYou} />}
        <div className="button-row">
          <Button type="submit" disabledReason={ownerId === undefined ? ACTION.whoFirst : undefined}>
            {ACTION.yes}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {ACTION.cancel}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
