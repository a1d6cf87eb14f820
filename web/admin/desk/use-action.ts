import { type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isCallOutcome, type NoInterestReason } from '../../../bff/view-models/call-outcomes.ts';
import type { AdminContact, AdminDeal } from '../../../bff/view-models/callcenter.ts';
import type { ActionAnswer, CallLaterUnit, PermissionChannel } from '../../../bff/view-models/callcenter-action.ts';
import type { Problem } from '../../../bff/view-models/problem.ts';
import { isRequestFailed } from '../../api/ask-bff.ts';
import { withRepeats } from '../../api/query-client.ts';
import { type DraftPlace, readDraft, useDraft } from '../../device/drafts.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { ACTION } from '../../texts/admin-desk.ts';
import { ADMIN_QUERIES, resultOf } from '../ask-as-admin.ts';
import { useAdminSession } from '../gate/admin-session.ts';
import { fetchContactAgain, fetchEverythingAgain, keepContact, outdateTimeline } from './contact/contact-query.ts';

export type ActionResult = ActionAnswer['result'];

/** One action: what it sends, and its confirmation text if it has one. */
export interface Press {
  body: ActionBody;
  /** The action's name on screen. */
  name: string;
  question?: {
    confirm: string;
    title: string;
    detail?: string;
    isPriced?: boolean;
    /** Form fields inside the confirmation. */
    fields?: ReactNode;
  };
  /** Overrides parts of the press with values from those fields. */
  chosen?: (fields: FormData) => Partial<Press>;
  /** Runs beside another action and leaves the screen as it is. */
  isBeside?: boolean;
  /** Called as soon as the request is sent. */
  onSent?: () => void;
  /** The drafts that this action saves: emptied once the CRM confirmed. */
  saves?: readonly SavedDraft[];
  /** Called once the CRM confirmed: opens pages, sends what follows. */
  onConfirmed?: (result: ActionResult, key: string) => void;
}

export interface SavedDraft {
  name: string;
  clear: () => void;
}

interface Asked {
  press: Press;
  /** The contact as shown before the press, for computing the differences after a conflict. */
  before: AdminContact;
}

export interface Sent extends Asked {
  key: string;
  /** When it was first sent. */
  at: number;
}

/**
 * How long a repeat counts as the same press. After "outcome unknown" people retry within minutes. A later "Neemt niet
 * op" with the same note is another call.
 */
const SAME_PRESS_MS = 15 * 60_000;

/** Mutation key prefix of all admin actions, used to find the last confirmed one. */
export const ACTION_KEY = [...ADMIN_QUERIES, 'action'] as const;
/** How long a failed action stays visible if nobody dismisses it. */
const KEPT_MS = 60 * 60_000;

/** Each scope of the panel runs one action at a time: a deal, the owner, the notes, the details. */
function actionKey(contactId: string, scope: string) {
  return [...ACTION_KEY, contactId, scope] as const;
}

/** The last action of a scope that failed, so that it is shown again when the user returns to this lead or deal. */
export function useFailure(contactId: string, scope: string) {
  const cache = useQueryClient().getMutationCache();
  const filters = { mutationKey: actionKey(contactId, scope), exact: true, status: 'error' } as const;
  const failure = useMutationState({ filters }).at(-1) as MutationState<ActionResult, Error, Sent> | undefined;

  function forget() {
    for (const failed of cache.findAll(filters)) cache.remove(failed);
  }

  return { failure, forget };
}

/** State machine of every admin action: confirmation, "...", "done", or the error with a retry (§4). */
export function useAction(contact: AdminContact, scope: string) {
  const client = useQueryClient();
  const { failure: left, forget: forgetFailures } = useFailure(contact.id, scope);
  const { ownerId } = useAdminSession();
  const [asked, setAsked] = useState<Asked & Partial<Sent>>();
  const sending = useMutation({
    mutationKey: actionKey(contact.id, scope),
    gcTime: KEPT_MS,
    mutationFn: ({ press, key }: Sent) =>
      toldAsUnknown(() =>
        resultOf<ActionAnswer>('/api/admin/callcenter/action', {
          method: 'POST',
          body: press.body,
          idempotencyKey: key,
        }),
      ),
    onSuccess: (result, { press, key }) => {
      confirmWrite(writeOf(press));
      if (result.contact) keepContact(client, result.contact, isCallOutcome(press.body.action));
      else if (press.isBeside) outdateTimeline(client, contact.id);
      else fetchEverythingAgain(client, contact.id);
      for (const draft of press.saves ?? []) draft.clear();
      press.onConfirmed?.(result, key);
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.status === 409) fetchContactAgain(client, contact.id);
    },
  });

  const sent = sending.variables ?? left?.variables;

  function send({ press, before, key, at = Date.now() }: Asked & Partial<Sent>) {
    setAsked(undefined);
    forgetFailures();
    sending.mutate({ press, key: key ?? idempotencyKey(writeOf(press), press.body, SAME_PRESS_MS), at, before });
    press.onSent?.();
  }

  /** Every action needs a name (decision B7): if none is chosen, the confirmation asks for it. */
  function sendByName({ press, ...sent }: Asked & Partial<Sent>) {
    if (ownerId !== undefined) return send({ press, ...sent });
    const question = press.question ?? { confirm: press.name, title: ACTION.whoUnknown };
    setAsked({ press: { ...press, question }, ...sent });
  }

  return {
    /** Opens the confirmation if there is one; one action at a time. */
    press: (press: Press, key?: string) => {
      if (sending.isPending) return;
      // Keep the contact as shown now: it may be refetched while the confirmation is open.
      if (press.question) setAsked({ press, before: contact });
      else sendByName({ press, before: contact, key });
    },
    asked: asked?.press,
    confirm: (fields: FormData) => {
      if (!asked) return;
      const { press } = asked;
      send({ ...asked, press: { ...press, ...press.chosen?.(fields) } });
    },
    cancel: () => setAsked(undefined),
    pending: sending.isPending,
    result: sending.data,
    /** The press that the result belongs to. */
    confirmed: sending.data && sending.variables?.press,
    error: sending.error ?? (sending.isIdle ? (left?.error ?? null) : null),
    before: sent?.before,
    /** The last press that was sent, whatever came of it. */
    sent: sent?.press,
    /** Sends the same press again, with the same idempotency key. */
    retry: () => {
      if (sent) sendByName(sent);
    },
    reset: () => {
      forgetFailures();
      sending.reset();
    },
  };
}

/** Without an answer, an action that left this computer may be recorded. */
async function toldAsUnknown<Answer>(send: () => Promise<Answer>) {
  let isSent = false;
  try {
    return await withRepeats(() => {
      isSent ||= navigator.onLine;
      return send();
    });
  } catch (error) {
    if (!isSent || !isRequestFailed(error) || error.status !== 0) throw error;
    const problem: Problem = { error: 'outcome_unknown', message: 'request failed', requestId: '' };
    throw Object.assign(error, { problem });
  }
}

/** The name of the write. A retry, even after a reload, reuses its key until the server confirms or the key expires. */
function writeOf({ body }: Press) {
  return ['action', body.contactId, body.dealId, body.action, body.name].join(':');
}

export type Action = ReturnType<typeof useAction>;

/** A draft of a contact's panel. Stored in this tab only. */
export function usePanelState<Value>(contactId: string, name: string, untouched: Value) {
  const place = placeOf(contactId, name);
  const { value, change: keep, forget } = useDraft(place, untouched);

  function change(next: Value) {
    keep(next);
    if (JSON.stringify(next) === JSON.stringify(untouched)) forget();
  }

  /** Once a press is confirmed: empties the draft, unless somebody typed on since the press. */
  function clear() {
    const now = readDraft(place, untouched);
    if (now !== undefined && JSON.stringify(now) !== JSON.stringify(value)) return;
    change(untouched);
  }

  return { name, value, change, clear };
}

/** A text as draft; its value is null while untouched. */
export function usePanelDraft(contactId: string, name: string) {
  const draft = usePanelState<string | null>(contactId, name, null);
  return { ...draft, change: (text: string) => draft.change(text || null), typed: (draft.value ?? '').trim() };
}

export type PanelDraft = ReturnType<typeof usePanelDraft>;

/** Reads the draft of a panel that may be unmounted. */
export function typedIn(contactId: string, name: string): string {
  return (readDraft<string | null>(placeOf(contactId, name), null) ?? '').trim();
}

/** Key prefix of every draft of a panel. */
export const DRAFTS = 'admin-draft:';

export function placeOf(contactId: string, name: string): DraftPlace {
  return { key: `${DRAFTS}${contactId}:${name}`, area: 'session' };
}

export function isOutcomeUnknown(error: unknown) {
  return isRequestFailed(error) && error.code === 'outcome_unknown';
}

/** Body of `POST /api/admin/callcenter/action` (§7.4); the server knows which fields belong to which action. */
export interface ActionBody {
  action: string;
  contactId: string;
  dealId?: string;
  note?: string;
  value?: string | number | boolean;
  value2?: string;
  name?: string;
  call_later_amount?: number;
  call_later_units?: CallLaterUnit;
  call_later_at?: string;
  call_later_for?: 'me' | 'anyone';
  /** The note was left when moving on without an outcome. */
  left?: true;
  /** The customer called us. */
  inbound?: true;
  /** How permission to call was given. */
  channel?: PermissionChannel;
  /** Only for "Geen interesse". */
  reason?: NoInterestReason;
  properties?: Record<string, string>;
  /** The version that the panel shows. The server answers with a conflict if somebody edited the deal since. */
  expected?: string;
}

/** Props of every part of the deal panel that runs actions. */
export interface DealPart {
  contact: AdminContact;
  deal: AdminDeal;
  action: Action;
  /** One note for the whole panel, stored per contact. */
  note: PanelDraft;
}

/** The fields that every edit of this deal sends. */
export function editOf({ contact, deal }: Pick<DealPart, 'contact' | 'deal'>) {
  return { contactId: contact.id, dealId: deal.id, expected: deal.version ?? undefined };
}
