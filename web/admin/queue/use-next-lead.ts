import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NextLeadAnswer } from '../../../bff/view-models/callcenter.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { leadPath } from '../../paths.ts';
import { askAsAdmin } from '../ask-as-admin.ts';

const WRITE = 'next-lead';

/** "Volgende lead": the server hands out a lead that nobody else has (decision I7). */
export function useNextLead(openId: string | undefined, mine: boolean) {
  const navigate = useNavigate();
  const asking = useMutation({
    mutationFn: () => askForNext(WRITE, openId, mine),
    onSuccess: (contactId) => {
      if (contactId !== null) void navigate(leadPath(contactId));
    },
  });
  return {
    ask: () => {
      if (!asking.isPending) asking.mutate();
    },
    /** Lets the server pick the next lead while an outcome is being saved. */
    askAhead: () => {
      // Any error shows up when that lead is requested.
      askForNext(`${WRITE}-ahead`, openId, mine, true).catch(() => undefined);
    },
    pending: asking.isPending,
    /** There is nobody to call right now. */
    nobody: asking.data === null,
    error: asking.error,
  };
}

async function askForNext(write: string, after: string | undefined, mine: boolean, ahead = false) {
  const body = { ...(after !== undefined && { after }), ...(mine && { mine }), ...(ahead && { ahead }) };
  const ask = { method: 'POST' as const, body, idempotencyKey: idempotencyKey(write, body) };
  const { contactId } = await askAsAdmin<NextLeadAnswer>('/api/admin/callcenter/next', ask);
  confirmWrite(write);
  return contactId;
}

export type NextLead = ReturnType<typeof useNextLead>;

/** The previously open lead, for "Vorige lead". */
export function useCameFrom(openId: string | undefined): string | undefined {
  const [path, setPath] = useState<readonly string[]>(openId === undefined ? [] : [openId]);
  if (openId === undefined) return path.at(-1);
  if (path.at(-1) === openId) return path.at(-2);
  // Going back removes the last step.
  const next = path.at(-2) === openId ? path.slice(0, -1) : [...path, openId];
  setPath(next);
  return next.at(-2);
}
