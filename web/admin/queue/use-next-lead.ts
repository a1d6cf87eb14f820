import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NextLeadAnswer } from '../../../bff/view-models/callcenter.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { leadPath } from '../../paths.ts';
import { askAsAdmin } from '../ask-as-admin.ts';

const WRITE = 'next-lead';

/** "Volgende lead": the server hands one out that nobody else has (decision I7). */
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
    /** While an outcome is being recorded the server looks for the lead that is asked for next. */
    askAhead: () => {
      // Whatever goes wrong is told when that lead is asked for.
      askForNext(`${WRITE}-ahead`, openId, mine, true).catch(() => undefined);
    },
    pending: asking.isPending,
    /** Nobody is to be called right now. */
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

/** The lead that was open before this one: where "Vorige lead" leads back to. */
export function useCameFrom(openId: string | undefined): string | undefined {
  const [path, setPath] = useState<readonly string[]>(openId === undefined ? [] : [openId]);
  if (openId === undefined) return path.at(-1);
  if (path.at(-1) === openId) return path.at(-2);
  // Going back takes the last step off again.
  const next = path.at(-2) === openId ? path.slice(0, -1) : [...path, openId];
  setPath(next);
  return next.at(-2);
}
