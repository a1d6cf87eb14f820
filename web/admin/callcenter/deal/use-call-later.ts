import { useEffect, useState } from 'react';
import type { CallLaterUnit } from '../../../../bff/view-models/callcenter-action.ts';
import { readDutchNumber } from '../../../../bff/view-models/dutch-number.ts';
import { UNITS } from '../../../texts/admin-actions.ts';
import { callLaterMoment, isOddHour, momentOfClock, usualMoments } from '../actions/call-later-moment.ts';
import { usePanelDraft } from '../actions/use-panel-draft.ts';

const MOST = 365;
const TICK_MS = 30_000;

function isUnit(text: string): text is CallLaterUnit {
  return text in UNITS;
}

/** Amount and unit of "Later terug bellen" (default 1 and days), and the resulting moment. */
export function useCallLater(contactId: string) {
  const amount = usePanelDraft(contactId, 'call-later-amount');
  const unit = usePanelDraft(contactId, 'call-later-unit');
  const at = usePanelDraft(contactId, 'call-later-at');
  const anyone = usePanelDraft(contactId, 'call-later-anyone');
  const nowMs = useNow();
  const typed = amount.value ?? '1';
  const chosen = unit.value !== null && isUnit(unit.value) ? unit.value : 'days';
  const number = readDutchNumber(typed) ?? 0;
  const valid = Number.isInteger(number) && number >= 1 && number <= MOST;
  const fixed = at.value ?? '';
  const momentMs = fixed === '' ? callLaterMoment(nowMs, number, chosen) : momentOfClock(fixed);
  const ready = fixed === '' ? valid : momentMs > nowMs;
  const whom = anyone.value === '1' ? { call_later_for: 'anyone' as const } : {};
  return {
    amount: typed,
    unit: chosen,
    setAmount: amount.change,
    setUnit: unit.change,
    momentMs,
    at: fixed,
    usual: usualMoments(nowMs),
    setAt: at.change,
    anyone: anyone.value === '1',
    setAnyone: (isForAnyone: boolean) => anyone.change(isForAnyone ? '1' : ''),
    odd: ready && isOddHour(momentMs),
    request: !ready
      ? undefined
      : fixed === ''
        ? { call_later_amount: number, call_later_units: chosen, ...whom }
        : { call_later_at: fixed, ...whom },
    forget: () => {
      amount.clear();
      unit.clear();
      at.clear();
      anyone.clear();
    },
  };
}

export type CallLaterChoice = ReturnType<typeof useCallLater>;

function useNow() {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return nowMs;
}
