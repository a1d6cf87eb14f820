import { UNIT_WORDS, UNITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { OutcomeButton } from './OutcomeButton.tsx';
import type { CallLaterChoice } from './use-call-later.ts';

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
