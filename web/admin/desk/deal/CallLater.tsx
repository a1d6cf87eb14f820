import { type CallOutcome, OUTCOMES } from '../../../../bff/view-models/call-outcomes.ts';
import type { CallLaterUnit } from '../../../../bff/view-models/callcenter-action.ts';
import { readDutchNumber } from '../../../../bff/view-models/dutch-number.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { UNIT_WORDS, UNITS } from '../../../texts/admin-desk.ts';
import { amsterdamClock, formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../layout/Choice.tsx';
import { useNow } from '../../layout/use-now.ts';
import { usePanelState } from '../use-action.ts';

/** "Later terug bellen": amount, unit and the resulting moment. */
export function CallLater({ later, disabledReason, ...button }: OutcomeButtonProps & { later: CallLaterChoice }) {
  const wrong = Number.isNaN(later.momentMs) ? DEAL_PANEL.callLaterSkipped : DEAL_PANEL.callLaterPast;
  const missing = later.at ? wrong : DEAL_PANEL.callLaterMissing;
  return (
    <div className="call-later stack">
      <div className="row">
        <OutcomeButton {...button} disabledReason={disabledReason ?? (later.request ? undefined : missing)} />
        <span className="labelled">
          <input
            className="input input-short"
            inputMode="numeric"
            autoComplete="off"
            aria-label={DEAL_PANEL.callLater.amount}
            value={later.amount}
            onChange={(event) => later.choose({ amount: event.target.value })}
          />
          <Choice
            className="input input-medium"
            aria-label={DEAL_PANEL.callLater.unit}
            value={later.unit}
            options={UNIT_OPTIONS}
            onChange={(unit) => later.choose({ unit: unit as CallLaterUnit })}
          />
          <span className="small">{UNIT_WORDS[later.unit]}</span>
        </span>
        {later.request && <span className="strong">{DEAL_PANEL.callLater.moment(formatMoment(later.momentMs))}</span>}
      </div>
      <div className="row">
        <label className="labelled">
          {DEAL_PANEL.callLater.at}{' '}
          <input
            className="input"
            type="datetime-local"
            max="9999-12-31T23:59"
            value={later.at}
            onChange={(event) => later.choose({ at: event.target.value })}
          />
        </label>
        {later.usual.map(({ name, at }) => (
          <Button key={name} variant="quiet" aria-pressed={later.at === at} onClick={() => later.choose({ at })}>
            {DEAL_PANEL.callLater.usual[name]}
          </Button>
        ))}
        <label className="check labelled">
          <input
            type="checkbox"
            checked={later.anyone}
            onChange={(event) => later.choose({ anyone: event.target.checked })}
          />
          {DEAL_PANEL.callLater.anyone}
        </label>
      </div>
      {later.odd && <p className="small">{DEAL_PANEL.callLaterOdd}</p>}
    </div>
  );
}

const UNIT_OPTIONS = Object.entries(UNITS).map(([value, label]) => ({ value, label }));
const MOST_AHEAD = 365;
const TICK_MS = 30_000;

interface Later {
  amount: string;
  unit: CallLaterUnit;
  /** A moment instead of amount and unit; empty for none. */
  at: string;
  anyone: boolean;
}

const UNTOUCHED: Later = { amount: '1', unit: 'days', at: '', anyone: false };

/** The choices of "Later terug bellen", and the resulting moment. */
export function useCallLater(contactId: string) {
  const { name, value, change, clear } = usePanelState(contactId, 'call-later', UNTOUCHED);
  const nowMs = useNow(TICK_MS);
  const { amount, unit, at } = value;
  const number = readDutchNumber(amount) ?? 0;
  const valid = Number.isInteger(number) && number >= 1 && number <= MOST_AHEAD;
  const momentMs = at === '' ? callLaterMoment(nowMs, number, unit) : momentOfClock(at);
  const ready = at === '' ? valid : momentMs > nowMs;
  const when = at === '' ? { call_later_amount: number, call_later_units: unit } : { call_later_at: at };
  return {
    name,
    ...value,
    choose: (part: Partial<Later>) => change({ ...value, ...part }),
    clear,
    momentMs,
    usual: usualMoments(nowMs),
    odd: ready && isOddHour(momentMs),
    request: ready ? { ...when, call_later_for: value.anyone ? ('anyone' as const) : undefined } : undefined,
  };
}

type CallLaterChoice = ReturnType<typeof useCallLater>;

interface OutcomeButtonProps {
  outcome: CallOutcome;
  onPress: () => void;
  /** Why the server would refuse it. */
  disabledReason: string | undefined;
}

/** Shows the digit of its shortcut with Alt. All outcomes look alike, because the customer decides the outcome. */
export function OutcomeButton({ outcome, onPress, disabledReason }: OutcomeButtonProps) {
  const { key, label } = OUTCOMES[outcome];
  return (
    <Button variant="quiet" aria-keyshortcuts={`Alt+${key}`} onClick={onPress} disabledReason={disabledReason}>
      {label}
      <span className="key-hint" aria-hidden="true">
        {key}
      </span>
    </Button>
  );
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The moment of "Later terug bellen": minutes and hours are elapsed time; days, weeks and months are calendar steps in
 * Dutch time that keep the time of day (decision G2). For display only: the server computes it again.
 */
export function callLaterMoment(nowMs: number, amount: number, unit: CallLaterUnit) {
  const fromMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  if (unit === 'minutes') return fromMs + amount * MINUTE_MS;
  if (unit === 'hours') return fromMs + amount * 60 * MINUTE_MS;
  const clock = amsterdamClock(fromMs);
  if (unit === 'months') return toUtc(addMonths(clock, amount));
  return toUtc(clock + amount * (unit === 'weeks' ? 7 : 1) * DAY_MS);
}

/** Unusual times to call: before nine, after nine in the evening, or on a Sunday. */
export function isOddHour(atMs: number) {
  const clock = new Date(amsterdamClock(atMs));
  return clock.getUTCDay() === 0 || clock.getUTCHours() < 9 || clock.getUTCHours() >= 21;
}

/** Falls back to the last day of a shorter month. */
function addMonths(clockMs: number, months: number) {
  const date = new Date(clockMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** Converts Dutch local time to UTC. A time that occurs twice is the first one; a skipped time is an hour later. */
function toUtc(clockMs: number) {
  const offsets = [-DAY_MS, DAY_MS].map((aside) => amsterdamClock(clockMs + aside) - (clockMs + aside));
  const candidates = offsets.map((offset) => clockMs - offset);
  const fitting = candidates.filter((at) => amsterdamClock(at) === clockMs);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates);
}

/**
 * Reads a `datetime-local` value as Amsterdam time, whatever the computer's time zone; NaN for a time that summer time
 * skips, which the server refuses.
 */
export function momentOfClock(text: string) {
  const clockMs = Date.parse(`${text}:00Z`);
  const atMs = toUtc(clockMs);
  return amsterdamClock(atMs) === clockMs ? atMs : Number.NaN;
}

const EVENING = '19:00';
const MORNING = '10:00';

/**
 * The most common callback times as `datetime-local` values, without those that have passed. A week after a Sunday is
 * the Monday.
 */
export function usualMoments(nowMs: number) {
  const clockMs = amsterdamClock(nowMs);
  const on = (days: number, time: string) => `${new Date(clockMs + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;
  const week = new Date(clockMs).getUTCDay() === 0 ? 8 : 7;
  const moments = { evening: on(0, EVENING), tomorrow: on(1, MORNING), nextWeek: on(week, MORNING) };
  const names = ['evening', 'tomorrow', 'nextWeek'] as const;
  return names.map((name) => ({ name, at: moments[name] })).filter(({ at }) => momentOfClock(at) > nowMs);
}
