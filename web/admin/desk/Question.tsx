import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PreviewAnswer, PreviewedQuote } from '../../../bff/view-models/callcenter-action.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { isRequestFailed } from '../../api/ask-bff.ts';
import { staffProblemText } from '../../texts/admin.ts';
import { PRICE } from '../../texts/admin-deal.ts';
import { ACTION } from '../../texts/admin-desk.ts';
import { formatMoney } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { ADMIN_QUERIES, resultOf } from '../ask-as-admin.ts';
import { useAdminSession } from '../gate/admin-session.ts';
import { OwnerChoice } from '../layout/OwnerChoice.tsx';
import type { Action, ActionBody, Press } from './use-action.ts';
import './actions.css';

interface ActionButtonProps extends Press {
  action: Action;
  disabledReason?: string;
}

/** A button with the name of what it does. */
export function ActionButton({ action, disabledReason, ...press }: ActionButtonProps) {
  return (
    <Button variant="quiet" disabledReason={disabledReason} onClick={() => action.press(press)}>
      {press.name}
    </Button>
  );
}

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
  /** The edit to confirm, if it changes the price. */
  edit?: ActionBody;
  fields?: ReactNode;
  /** It records nothing, so nobody has to say who they are. */
  isNameless?: boolean;
  onConfirm: (fields: FormData) => void;
  onCancel: () => void;
}

export function QuestionDialog({ isNameless, title, confirm, detail, edit, fields, ...on }: QuestionDialogProps) {
  const { onConfirm, onCancel } = on;
  const dialog = useRef<HTMLDialogElement>(null);
  const textId = useId();
  const titleId = useId();
  const { ownerId } = useAdminSession();
  const isNameMissing = !isNameless && ownerId === undefined;
  const price = usePricing(edit);
  const whyNot = isNameMissing ? ACTION.whoFirst : price;
  const askWho = useRef(isNameMissing);
  // Close before unmounting, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>(askWho.current ? '.owner-choice select' : 'button[type=submit]')?.focus();
    return () => element?.close();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (whyNot !== undefined) return;
    // Give the focus back before the button that asked is disabled.
    dialog.current?.close();
    onConfirm(new FormData(event.currentTarget));
  }

  function pressKey(event: KeyboardEvent) {
    // A held Enter key must not also confirm the dialog.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    // The key that opened the dialog may still be held, with or without Alt.
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    // A digit selects an option; the focus stays on "Ja".
    dialog.current?.querySelector<HTMLElement>(`[type=radio][aria-keyshortcuts="${CSS.escape(event.key)}"]`)?.click();
  }

  return (
    <dialog
      ref={dialog}
      className="confirmation sheet"
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={onCancel}
      onKeyDown={pressKey}
    >
      <form className="stack gap-3" onSubmit={submit}>
        <p className="muted" id={titleId}>
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
          <Button type="submit" disabledReason={whyNot}>
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

/** Whether the quote is locked: then no price preview is shown. */
export const LockedContext = createContext(false);

interface PriceChangeProps {
  body: ActionBody;
  /** The value is being typed: wait for a pause instead of pricing every digit. */
  isTyped?: boolean;
}

const PAUSE_MS = 400;

/** Previews the price of an edit (decision J10), next to the choice and in its confirmation. */
export function PriceChange({ body, isTyped = false }: PriceChangeProps) {
  const isLocked = use(LockedContext);
  const settled = useSettled(body, isTyped);
  const { data, error } = useQuery({ ...previewQuery(settled ?? body), enabled: settled !== null && !isLocked });
  if (isLocked) return null;
  const [first, ...others] = data && settled ? priceChangeLines(data) : [PRICE.asking];
  return (
    <div className="price-change stack" role="status">
      {error ? (
        <p className="alarm">
          <strong>{PRICE.failed}</strong> {whyNot(error)}
        </p>
      ) : (
        <>
          <p>
            <strong>{first}</strong>
          </p>
          {others.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
    </div>
  );
}

/** Why the price change cannot be confirmed yet, or at all. Without any answer it can: the text says so (decision J10). */
function usePricing(edit: ActionBody | undefined) {
  const isPriced = !use(LockedContext) && edit !== undefined;
  const { data, error } = useQuery({ ...previewQuery(edit ?? NO_EDIT), enabled: isPriced });
  if (!isPriced || data) return undefined;
  if (!error) return PRICE.asking;
  return isRequestFailed(error) && error.status === 422 ? PRICE.refused : undefined;
}

const NO_EDIT: ActionBody = { action: '', contactId: '' };

/** After a conflict, the text only says that the quote changed. The differences appear when the edit is sent. */
function whyNot(error: Error) {
  return isRequestFailed(error) && error.status === 409 ? PRICE.changed : staffProblemText(error);
}

/** Null until the body has been unchanged for a moment. */
function useSettled(body: ActionBody, isTyped: boolean): ActionBody | null {
  const text = JSON.stringify(body);
  const [settled, setSettled] = useState(isTyped ? '' : text);
  useEffect(() => {
    if (!isTyped) return setSettled(text);
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, isTyped]);
  return settled === text ? body : null;
}

/** The server may itself use prices that are up to a minute old. */
const FRESH_MS = 30_000;

/** Previews the quote after this edit; the body includes the version that the panel shows. */
function previewQuery({ note: _, ...body }: ActionBody) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'preview', body],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => resultOf<PreviewAnswer>('/api/admin/callcenter/preview', { method: 'POST', body, signal }),
  });
}

const PARTS = Object.entries(PRICE.without);

/** "Was …, wordt …", then other changes, then what the customer sees at once. */
function priceChangeLines({ before, after }: PreviewAnswer['result']): [string, ...string[]] {
  const was = before.totals.finalInclVat;
  const becomes = after.totals.finalInclVat;
  const { toPay } = vatWords(after.totals);
  const money = (euros: number | null) => (euros === null ? PRICE.noPrice : formatMoney(euros));
  // A quote by hand does not tell its parts.
  const parts = [before, after].some(({ highlights }) => highlights.length === 0) ? [] : PARTS;
  const lines = [
    ...parts.map(([icon, without]) => changed(partOf(before, icon, without), partOf(after, icon, without))),
    changed(monthly(before), monthly(after)),
    before.survey1_approve_clicked && !after.survey1_approve_clicked && PRICE.approvalEnds,
    before.quoteArea === 'declined' && after.quoteArea !== 'declined' && PRICE.declineEnds,
  ].filter((line) => typeof line === 'string');
  if (was === becomes) return [was === null ? PRICE.still : PRICE.same(money(was), toPay), ...lines];
  const by = was === null || becomes === null ? '' : ` ${difference(becomes - was)}`;
  return [`${PRICE.was(money(was), money(becomes), toPay)}${by}.`, ...lines, seenAs(after)];
}

function seenAs({ quoteArea }: PreviewedQuote) {
  return quoteArea === 'approve' ? PRICE.seenAtOnce : PRICE.seen[quoteArea];
}

function difference(euros: number) {
  return euros < 0 ? PRICE.less(formatMoney(-euros)) : PRICE.more(formatMoney(euros));
}

function changed(before: string, after: string) {
  return before !== after && PRICE.part(before, after);
}

function partOf({ highlights }: PreviewedQuote, icon: string, without: string) {
  const part = highlights.find((each) => each.icon === icon);
  return part ? [part.text, part.detail].filter(Boolean).join(' ') : without;
}

function monthly({ financing }: PreviewedQuote) {
  return financing ? PRICE.financing(formatMoney(financing.monthlyEuros)) : PRICE.noFinancing;
}
