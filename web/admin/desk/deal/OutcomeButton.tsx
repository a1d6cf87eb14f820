import type { CallOutcome } from '../../../../bff/view-models/callcenter.ts';
import { OUTCOMES } from '../../../texts/admin-actions.ts';
import { Button } from '../../../ui/Button.tsx';
import { OUTCOME_ORDER } from '../outcome-order.ts';

interface OutcomeButtonProps {
  outcome: CallOutcome;
  onPress: () => void;
  disabledReason?: string | undefined;
}

/** With its shortcut: Alt and this digit. None stands out: which of them it is, the customer decides. */
export function OutcomeButton({ outcome, onPress, disabledReason }: OutcomeButtonProps) {
  const digit = OUTCOME_ORDER.indexOf(outcome) + 1;
  return (
    <Button variant="quiet" aria-keyshortcuts={`Alt+${digit}`} onClick={onPress} disabledReason={disabledReason}>
      {OUTCOMES[outcome].label}
      <span className="key-hint" aria-hidden="true">
        {digit}
      </span>
    </Button>
  );
}
