import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { ActionAnswer } from '../../../../bff/view-models/callcenter-action.ts';
import { isRequestFailed } from '../../../api/problem.ts';
import { askAsAdmin } from '../../ask-as-admin.ts';
import { currentAdminSession } from '../../gate/admin-session.ts';
import { fetchContactAgain, keepContact, notesQuery } from '../contact/contact-query.ts';
import type { ActionBody } from './action-body.ts';
import { confirmPress, pressKey } from './press-key.ts';

export type ActionResult = ActionAnswer['result'];

/** What a button does: the question it asks first, if it asks one, and what it sends. */
export interface Press {
  body: ActionBody;
  question?: { confirm: string; title: string; detail?: string };
  /** Once the CRM confirmed: forget drafts, open what has to be opened. */
  onConfirmed?: (result: ActionResult) => void;
}

interface Sent {
  press: Press;
  key: string;
  /** The contact as it was on the screen: after a conflict it tells what changed. */
  before: AdminContact;
}

/** The way of every admin action: question, "...", "done" or what went wrong with a retry (portal §4). */
export function useAction(contact: AdminContact) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Press>();
  const sending = useMutation({
    mutationFn: async ({ press, key }: Sent) => {
      const ask = { method: 'POST' as const, body: press.body, idempotencyKey: key };
      return (await askAsAdmin<ActionAnswer>('/api/admin/callcenter/action', ask)).result;
    },
    onSuccess: (result, { press }) => {
      confirmPress(press.body);
      keepContact(client, result.contact);
      press.onConfirmed?.(result);
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.status === 409) fetchContactAgain(client, contact.id);
    },
  });

  async function send(press: Press) {
    setAsked(undefined);
    // Every action leaves a note: the newest one says after which action this one comes.
    const notes = client.getQueryData(notesQuery(contact.id).queryKey);
    const seen = notes && [currentAdminSession().ownerId, notes[0]?.id].join(' ');
    sending.mutate({ press, key: await pressKey(press.body, seen), before: contact });
  }

  return {
    /** Asks first where there is something to ask; one action at a time. */
    press: (press: Press) => {
      if (sending.isPending) return;
      if (press.question) setAsked(press);
      else void send(press);
    },
    asked,
    confirm: () => asked && void send(asked),
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

export type Action = ReturnType<typeof useAction>;
