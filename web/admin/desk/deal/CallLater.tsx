import { useEffect, useState } from 'react';
import type { CallLaterUnit } from '../../../../bff/view-models/callcenter-action.ts';
import { readDutchNumber } from '../../../../bff/view-models/dutch-number.ts';
import { UNIT_WORDS, UNITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { callLaterMoment, isOddHour, momentOfClock, usualMoments } from '../call-later-moment.ts';
import { usePanelDraft } from '../use-panel-draft.ts';
import { OutcomeButton } from './OutcomeButton.tsx';

/** "Later terug bellen": amount, unit and the resulting moment. */
export function CallLater({ later, onPress }: { later: CallLaterChoice; onPress: () => void }) {
  return (
    <div className="call-later">
      <div className="edit-row">
        <OutcomeButton
          outcome="gaikan_call_later"
          onPress={onPress}
          disabledReason={later.request ? undefined : later.at ? DEAL_PANEL.callLaterPast : DEAL_PANEL.callLaterMissing}
        />
        <span className="call-later-term">
          <input
            className="input input-short"
            inputMode="numeric"
            autoComplete="off"
            aria-label={DEAL_PANEL.callLater.amount}
            value={later.amount}
            onChange={(event) => later.setAmount(event.target.value)}
          />
          <select
            className="input input-medium"
            aria-label={DEAL_PANEL.callLater.unit}
            value={later.unit}
            onChange={(event) => later.setUnit(event.target.value)}
          >
            {Object.entries(UNITS).map(([unit, label]) => (
              <option key={unit} value={unit}>
                {label}
              </option>
            ))}
          </select>
          <span className="small">{UNIT_WORDS[later.unit]}</span>
        </span>
        {later.request && (
          <span className="call-later-moment">{DEAL_PANEL.callLater.moment(formatMoment(later.momentMs))}</span>
        )}
      </div>
      <div className="edit-row call-later-fixed">
        <label>
          {DEAL_PANEL.callLater.at}{' '}
          <input
            className="input"
            type="datetime-local"
            max="9999-12-31T23:59"
            value={later.at}
            onChange={(event) => later.setAt(event.target.value)}
          />
        </label>
        {later.usual.map(({ name, at }) => (
          <Button key={name} variant="quiet" aria-pressed={later.at === at} onClick={() => later.setAt(at)}>
            {DEAL_PANEL.callLater.usual[name]}
          </Button>
        ))}
        <label className="check">
          <input type="checkbox" checked={later.anyone} onChange={(event) => later.setAnyone(event.target.checked)} />
          {DEAL_PANEL.callLater.anyone}
        </label>
      </div>
      {later.odd && <p className="small">{DEAL_PANEL.callLaterOdd}</p>}
    </div>
  );
}

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

type CallLaterChoice = ReturnType<typeof useCallLater>;

function useNow() {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return nowMs;
}
