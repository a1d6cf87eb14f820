import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { readDutchAmount } from '../../../../bff/view-models/dutch-number.ts';
import type { AdminStats } from '../../../../bff/view-models/stats.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { EDITS } from '../../../texts/admin-desk.ts';
import { formatFigure, formatMoney } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSelectOnFocus } from '../../../ui/whole-number.ts';
import { statsQuery } from '../../ask-as-admin.ts';
import { Dots, LoadProblem } from '../../layout/Loading.tsx';
import { ActionButton, LockedContext, PriceChange } from '../Question.tsx';
import { Overtaken, useTypedValue } from '../TypedValue.tsx';
import { type DealPart, editOf } from '../use-action.ts';
import { EditSelect, ModuleEditing } from './ModuleEditing.tsx';

/** "Offerte aanpassen:", depending on the deal version; an unknown version cannot be edited here (§2.10). */
export function QuoteEditing(part: DealPart) {
  const { data, error, refetch } = useQuery(statsQuery);
  const version = part.deal.gaikan_deal_version ?? '';
  if (version !== '' && version !== '2') return null;
  return (
    <section className="quote-editing stack">
      <h3>{DEAL_PANEL.edit}</h3>
      {error && !data && <LoadProblem error={error} what={DEAL_PANEL.pricesFailed} onRetry={() => void refetch()} />}
      {!data && !error && <Dots />}
      {data && version === '2' && <ModuleEditing {...part} stats={data.stats} />}
      {data && version === '' && <OlderEditing {...part} stats={data.stats} />}
    </section>
  );
}

/** The battery size of an older quote, and the switch to modules (§2.10). */
function OlderEditing({ stats, ...part }: DealPart & { stats: AdminStats }) {
  const { deal } = part;
  const size = deal.survey1_calc?.quote.battery?.size;
  const upgradeDetail = deal.survey1_battery_box_distance_m ? DEAL_PANEL.upgradeAnew : DEAL_PANEL.upgradeDefault;
  return (
    <>
      <p>
        <i>{DEAL_PANEL.legacyDelay}</i>
      </p>
      <EditSelect
        {...part}
        draftName="size"
        label={DEAL_PANEL.size}
        stored={size ? String(size) : null}
        options={stats.ALLOWED_BATTERY_KWH.map((kwh) => ({
          value: String(kwh),
          label: DEAL_PANEL.sizeOption(formatFigure(kwh)),
        }))}
        sends={{ action: 'set-battery-size' }}
        required={{ prompt: DEAL_PANEL.chooseSize, missing: DEAL_PANEL.sizeMissing }}
      />
      <ActionButton
        action={part.action}
        body={{ ...editOf(part), action: 'upgrade-deal-version' }}
        name={DEAL_PANEL.upgrade}
        question={{ ...EDITS.upgrade, detail: upgradeDetail }}
      />
    </>
  );
}

/**
 * Wraps the controls that change a quote. They are disabled, with the reason in the legend, once the quote is signed
 * (decision E10) or if its version is unknown here.
 */
export function QuoteLock({ deal, children }: { deal: AdminDeal; children: ReactNode }) {
  const reason = whyLocked(deal);
  if (reason === null) return children;
  return (
    <fieldset className="quote-lock stack" disabled>
      <legend className="muted">{reason}</legend>
      <LockedContext value={true}>{children}</LockedContext>
    </fieldset>
  );
}

function whyLocked({ quoteArea, gaikan_deal_version: version }: AdminDeal) {
  if (quoteArea === 'signed' || quoteArea === 'withdrawn') return DEAL_PANEL.frozen;
  return version && version !== '2' ? DEAL_PANEL.unknownVersion(version) : null;
}

/** "Korting:"; the server checks the amount against the quote's total (decision E4). */
export function DiscountForm(part: DealPart) {
  const { contact, deal, action, note } = part;
  const amountId = useId();
  const selecting = useSelectOnFocus();
  const stored = String(deal.gaikan_discount ?? '');
  const amount = useTypedValue(contact.id, `${deal.id}:discount`, stored, '0');
  const reason = useTypedValue(contact.id, `${deal.id}:discount-reason`, stored, '');
  const typed = amount.value;
  const overtaken = [amount.overtaken, reason.overtaken].filter(Boolean).join(', ');
  const held = deal.gaikan_discount ? formatMoney(Math.abs(deal.gaikan_discount)) : undefined;
  const euros = readDutchAmount(typed);
  // After somebody else's discount the field shows zero, which would remove that discount.
  const valid = euros !== null && euros >= 0 && amount.overtaken === undefined;

  const full = (deal.survey1_calc?.priceCalc.productUnitPriceSum ?? 0) + Math.abs(deal.gaikan_discount ?? 0);
  const takesAll = full > 0 && valid && euros >= full;
  const warning =
    euros === 0 ? held && DEAL_PANEL.discountEnds(held) : takesAll ? DEAL_PANEL.discountTakesAll : undefined;

  const edit = { ...editOf(part), action: 'discount', value: euros ?? 0, value2: reason.value.trim() };
  const isOther = valid && amount.isTyped && euros !== Math.abs(deal.gaikan_discount ?? 0);

  function apply(event: FormEvent) {
    event.preventDefault();
    if (!valid) return;
    action.press({
      body: { ...edit, note: note.typed || undefined },
      name: EDITS.discount.title,
      // Zero is also the untouched value, so the confirmation says that it removes the discount.
      question: { ...EDITS.discount, detail: warning },
      saves: [amount, reason, note],
    });
  }

  return (
    <form className="discount stack" onSubmit={apply} noValidate>
      <h3>{DEAL_PANEL.discount}</h3>
      <div className="row">
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
        <label className="discount-reason labelled">
          {DEAL_PANEL.discountReason}
          <input
            className="input"
            maxLength={255}
            autoComplete="off"
            value={reason.value}
            onChange={(event) => reason.change(event.target.value)}
          />
        </label>
        <Button type="submit" variant="quiet" disabledReason={valid ? undefined : DEAL_PANEL.discountMissing}>
          {DEAL_PANEL.discountApply}
        </Button>
      </div>
      <p className="small" id={`${amountId}-hint`}>
        {DEAL_PANEL.discountHint}
      </p>
      <Overtaken typed={overtaken || undefined} />
      {isOther && <PriceChange body={edit} isTyped />}
    </form>
  );
}
