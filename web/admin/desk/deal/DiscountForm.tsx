import { type FormEvent, useId } from 'react';
import { readDutchAmount } from '../../../../bff/view-models/dutch-number.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { EDITS } from '../../../texts/admin-desk.ts';
import { formatMoney } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSelectOnFocus } from '../../../ui/use-select-on-focus.ts';
import { withNote } from '../action-body.ts';
import { PriceChange } from '../Question.tsx';
import { usePanelDraft } from '../use-action.ts';
import { type DealPart, editOf } from './deal-part.ts';

/** "Korting:"; the server checks the amount against the quote's total (decision E4). */
export function DiscountForm(part: DealPart) {
  const { contact, deal, action, note } = part;
  const amountId = useId();
  const reasonId = useId();
  const selecting = useSelectOnFocus();
  const amount = usePanelDraft(contact.id, `${deal.id}:discount`);
  const reason = usePanelDraft(contact.id, `${deal.id}:discount-reason`);
  const typed = amount.value ?? '0';
  const held = deal.gaikan_discount ? formatMoney(Math.abs(deal.gaikan_discount)) : undefined;
  const euros = readDutchAmount(typed);
  const valid = euros !== null && euros >= 0;

  const full = (deal.survey1_calc?.priceCalc.productUnitPriceSum ?? 0) + Math.abs(deal.gaikan_discount ?? 0);
  const takesAll = full > 0 && valid && euros >= full;
  const warning =
    euros === 0 ? held && DEAL_PANEL.discountEnds(held) : takesAll ? DEAL_PANEL.discountTakesAll : undefined;

  const edit = { ...editOf(part), action: 'discount', value: euros ?? 0, value2: (reason.value ?? '').trim() };
  const isOther = valid && amount.value !== null && euros !== Math.abs(deal.gaikan_discount ?? 0);

  function apply(event: FormEvent) {
    event.preventDefault();
    if (!valid) return;
    action.press({
      body: { ...edit, ...withNote(note.value ?? '') },
      name: EDITS.discount.title,
      // Zero is also the untouched value, so the confirmation says that it removes the discount.
      question: { ...EDITS.discount, ...(warning && { detail: warning }) },
      onConfirmed: () => {
        for (const draft of [amount, reason, note]) draft.clear();
      },
    });
  }

  return (
    <form className="discount" onSubmit={apply} noValidate>
      <h3>{DEAL_PANEL.discount}</h3>
      <div className="edit-row">
        <label htmlFor={amountId}>{DEAL_PANEL.discountAmount}</label>
        <input
          id={amountId}
          className="input input-medium"
          {...selecting}
          inputMode="decimal"
          aria-describedby={`${amountId}-hint`}
          autoComplete="off"
          value={typed}
          onChange={(event) => amount.change(event.target.value)}
        />
        <span className="discount-reason">
          <label htmlFor={reasonId}>{DEAL_PANEL.discountReason}</label>
          <input
            id={reasonId}
            className="input"
            maxLength={255}
            autoComplete="off"
            value={reason.value ?? ''}
            onChange={(event) => reason.change(event.target.value)}
          />
        </span>
        <Button type="submit" variant="quiet" disabledReason={valid ? undefined : DEAL_PANEL.discountMissing}>
          {DEAL_PANEL.discountApply}
        </Button>
      </div>
      <p className="small" id={`${amountId}-hint`}>
        {DEAL_PANEL.discountHint}
      </p>
      {isOther && <PriceChange body={edit} isTyped />}
    </form>
  );
}
