import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { ActionAnswer } from '../../../../bff/view-models/callcenter-action.ts';
import { isRequestFailed } from '../../../api/problem.ts';
import { confirmWrite, idempotencyKey } from '../../../device/idempotency-key.ts';
import { ADMIN_QUERIES } from '../../admin-queries.ts';
import { askAsAdmin } from '../../ask-as-admin.ts';
import { fetchContactAgain, keepContact } from '../contact/contact-query.ts';
import type { ActionBody } from './action-body.ts';

export type ActionResult = ActionAnswer['result'];

/** What a button does: the question it asks first, if it asks one, and what it sends. */
export interface Press {
  body: ActionBody;
  /** What staff call it. */
  name: string;
  question?: { confirm: string; title: string; detail?: string };
  /** Once the CRM confirmed: forget drafts, open what has to be opened. */
  onConfirmed?: (result: ActionResult) => void;
}

export interface Sent {
  press: Press;
  key: string;
  /** The contact as it was on the screen: after a conflict it tells what changed. */
  before: AdminContact;
}

/**
 * How long an unconfirmed press is the same press. Who was told that it is not known whether it was noted down tries again
 * within minutes; by the time somebody is called once more, "Neemt niet op" with the same words is another call.
 */
const SAME_PRESS_MS = 15 * 60_000;

/** Every admin action, for whoever wants to know what was confirmed last. */
export const ACTION_KEY = [...ADMIN_QUERIES, 'action'] as const;

/** The way of every admin action: question, "...", "done" or what went wrong with a retry (§4). */
export function useAction(contact: AdminContact) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Press>();
  const sending = useMutation({
    mutationKey: ACTION_KEY,
    mutationFn: async ({ press, key }: Sent) => {
      const ask = { method: 'POST' as const, body: press.body, idempotencyKey: key };
      return (await askAsAdmin<ActionAnswer>('/api/admin/callcenter/action', ask)).result;
    },
    onSuccess: (result, { press }) => {
      confirmWrite(writeOf(press));
      keepContact(client, result.contact);
      press.onConfirmed?.(result);
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.status === 409) fetchContactAgain(client, contact.id);
    },
  });

  function send(press: Press) {
    setAsked(undefined);
    sending.mutate({ press, key: idempotencyKey(writeOf(press), press.body, SAME_PRESS_MS), before: contact });
  }

  return {
    /** Asks first where there is something to ask; one action at a time. */
    press: (press: Press) => {
      if (sending.isPending) return;
      if (press.question) setAsked(press);
      else send(press);
    },
    asked,
    confirm: () => asked && send(asked),
    cancel: () => setAsked(undefined),
    pending: sending.isPending,
    result: sending.data,
    /** What the result belongs to. */
    confirmed: sending.data && sending.variables?.press,
    error: sending.error,
    before: sending.variables?.before,
    /** The very same press again: it carries the same key. */
    retry: () => sending.variables && sending.mutate(sending.variables),
    reset: sending.reset,
  };
}

/** One press of one button: a retry, also after a reload, carries its key until the server confirmed it, or it is too old. */
function writeOf({ body }: Press) {
  return ['action', body.contactId, body.dealId, body.action, body.name].join(':');
}

export type Action = ReturnType<typeof useAction>;
