import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import type { AdminStats } from '../../../../bff/view-models/stats.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { EDITS } from '../../../texts/admin-desk.ts';
import { formatFigure } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dots, LoadProblem } from '../../layout/Loading.tsx';
import { statsQuery } from '../../stats/stats-query.ts';
import { LockedContext } from '../Question.tsx';
import { usePanelDraft } from '../use-action.ts';
import { type DealPart, editOf } from './deal-part.ts';
import { EditSelect, ModuleEditing } from './ModuleEditing.tsx';

/** "Offerte aanpassen:", depending on the deal version; an unknown version cannot be edited here (§2.10). */
export function QuoteEditing(part: DealPart) {
  const { data, error, refetch } = useQuery(statsQuery);
  const version = part.deal.gaikan_deal_version ?? '';
  if (version !== '' && version !== '2') return null;
  return (
    <section className="quote-editing">
      <h3>{DEAL_PANEL.edit}</h3>
      {error && !data && <LoadProblem error={error} what={DEAL_PANEL.pricesFailed} onRetry={() => void refetch()} />}
      {!data && !error && <Dots />}
      {data && version === '2' && <ModuleEditing {...part} stats={data.stats} />}
      {data && version === '' && <OlderEditing {...part} stats={data.stats} />}
    </section>
  );
}

/** The battery size of an older quote, and the switch to modules (§2.10). */
function OlderEditing(part: DealPart & { stats: AdminStats }) {
  const { contact, deal, action, stats } = part;
  const draft = usePanelDraft(contact.id, `${deal.id}:size`);
  const stored = deal.survey1_calc?.quote.battery?.size;
  const chosen = draft.value ?? (stored ? String(stored) : '');
  const sizes = stats.ALLOWED_BATTERY_KWH.map((kwh) => ({
    value: String(kwh),
    label: DEAL_PANEL.sizeOption(formatFigure(kwh)),
  }));
  const allowed = sizes.some(({ value }) => value === chosen);

  const edit = { ...editOf(part), action: 'set-battery-size', value: chosen };

  function saveSize() {
    action.press({
      body: edit,
      name: DEAL_PANEL.size,
      question: EDITS.quote,
      onConfirmed: draft.clear,
    });
  }

  function upgrade() {
    action.press({
      body: { ...editOf(part), action: 'upgrade-deal-version' },
      name: DEAL_PANEL.upgrade,
      question: {
        ...EDITS.upgrade,
        detail: deal.survey1_battery_box_distance_m ? DEAL_PANEL.upgradeAnew : DEAL_PANEL.upgradeDefault,
      },
    });
  }

  return (
    <>
      <p>
        <i>{DEAL_PANEL.legacyDelay}</i>
      </p>
      <EditSelect
        label={DEAL_PANEL.size}
        value={chosen}
        options={chosen === '' ? [{ value: '', label: DEAL_PANEL.chooseSize }, ...sizes] : sizes}
        onChange={draft.change}
        disabledReason={allowed ? undefined : DEAL_PANEL.sizeMissing}
        onSave={saveSize}
        edit={allowed && chosen !== String(stored ?? '') ? edit : undefined}
      />
      <Button variant="quiet" onClick={upgrade}>
        {DEAL_PANEL.upgrade}
      </Button>
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
    <fieldset className="quote-lock" disabled>
      <legend>{reason}</legend>
      <LockedContext value={true}>{children}</LockedContext>
    </fieldset>
  );
}

function whyLocked({ quoteArea, gaikan_deal_version: version }: AdminDeal) {
  if (quoteArea === 'signed' || quoteArea === 'withdrawn') return DEAL_PANEL.frozen;
  return version && version !== '2' ? DEAL_PANEL.unknownVersion(version) : null;
}
