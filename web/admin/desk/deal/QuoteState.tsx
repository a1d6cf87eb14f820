import { useQuery } from '@tanstack/react-query';
import type { PriceInputName } from '../../../../bff/view-models/answers.ts';
import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { vatWords } from '../../../../bff/view-models/vat-texts.ts';
import { siteQuery } from '../../../api/query-client.ts';
import {
  DEAL_PANEL,
  DEAL_WARNING_TEXTS,
  INPUT_WORDS,
  QUOTE_AREA_TEXTS,
  QUOTE_FAULT_NAMES,
  UNREADABLE,
} from '../../../texts/admin-deal.ts';
import { EDITS } from '../../../texts/admin-desk.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { dealValue, staffLabel } from '../ActionProblem.tsx';
import { timelineQuery } from '../contact/contact-query.ts';
import { ActionButton } from '../Question.tsx';
import { type DealPart, editOf } from '../use-action.ts';

const AREA_TONES: Partial<Record<AdminDeal['quoteArea'], string>> = { signed: 'good', incomplete: 'alarm' };

/** The quote's state and total; an uncertain total is left out. */
export function QuoteState(part: DealPart) {
  const { deal } = part;
  const { totals } = deal.quote;
  const sure = deal.survey1_calc && deal.quoteArea !== 'incomplete' && deal.faults.length === 0;
  return (
    <div className="quote-state stack">
      <div className="row apart">
        {sure && (
          <p className="quote-total strong">
            <Money value={totals.finalInclVat} /> <span className="small">{vatWords(totals).toPay}</span>
          </p>
        )}
        <p className={`strong ${AREA_TONES[deal.quoteArea] ?? ''}`}>{QUOTE_AREA_TEXTS[deal.quoteArea]}</p>
      </div>
      <DealState deal={deal} />
      <InputDifferences {...part} />
    </div>
  );
}

/** The changed price inputs that closed this offer, and the button that recalculates it (decision J1). */
function InputDifferences(part: DealPart) {
  const { deal, action } = part;
  if (deal.differences.length === 0) return null;
  return (
    <div className="notice notice-problem">
      <p className="title">{DEAL_PANEL.outdated}</p>
      <ul className="deal-state bullets">
        {deal.differences.map(({ field, quoted, now }) => (
          <li key={field}>
            {DEAL_PANEL.difference(staffLabel(field), inputText(field, quoted), inputText(field, now))}
          </li>
        ))}
      </ul>
      <ActionButton action={action} name={DEAL_PANEL.recalculateAgain} {...recalculation(part)} />
    </div>
  );
}

function recalculation({ note, ...part }: DealPart) {
  const body = { ...editOf(part), action: 'calc', note: note.typed || undefined };
  return { body, question: EDITS.calc, saves: [note] };
}

/** Shows the option's label where staff choose from a list. */
function inputText(field: PriceInputName, value: string | number | null) {
  const words: Record<string, string> = INPUT_WORDS[field] ?? {};
  return words[value ?? ''] ?? dealValue(value);
}

/** What staff must know before editing: signed, approved, or inconsistent figures. */
function DealState({ deal }: { deal: AdminDeal }) {
  const signed = deal.quoteArea === 'signed' || deal.quoteArea === 'withdrawn';
  const lines = [
    signed && (deal.signedAt ? DEAL_PANEL.signedAt(formatMoment(deal.signedAt)) : DEAL_PANEL.signed),
    deal.quoteArea === 'withdrawn' && deal.withdrawnAt && DEAL_PANEL.withdrawnAt(formatMoment(deal.withdrawnAt)),
    deal.withdrawalIn && DEAL_PANEL.withdrawalIn[deal.withdrawalIn],
    deal.quoteArea === 'declined' && deal.declinedAt && DEAL_PANEL.declinedAt(formatMoment(deal.declinedAt)),
    deal.signing?.changedSince && DEAL_PANEL.changedSince,
    deal.signing?.copy?.state === 'task' &&
      (deal.signing.copy.mayBeMailed ? DEAL_PANEL.copyUnsure : DEAL_PANEL.copyTask),
    deal.signature && deal.signature !== 'proven' && DEAL_PANEL.unproven[deal.signature],
    !signed && deal.survey1_approve_clicked && DEAL_PANEL.approved,
    deal.unreadable.length > 0 && UNREADABLE.deal(deal.unreadable.join(', ')),
    ...deal.warnings.map((warning) => DEAL_WARNING_TEXTS[warning]),
    deal.survey1_calc && deal.faults.length > 0 && `${DEAL_PANEL.faults} ${deal.faults.map(faultName).join(', ')}`,
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <ul className="deal-state notice notice-warning">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** `output.products[1]` and `quote.products[1]` both mean the second row. */
function faultName(path: string) {
  const row = /\[(\d+)\]$/.exec(path)?.[1];
  return row === undefined ? (QUOTE_FAULT_NAMES[path] ?? path) : DEAL_PANEL.faultyRow(Number(row) + 1);
}

/** Where the quote's rows come from: entered in the CRM, calculated here, or read from the CRM (§2.10). */
export function QuoteSource(part: DealPart) {
  const { deal, action } = part;
  const { data: site } = useQuery(siteQuery);
  const edit = editOf(part);
  return (
    <section className="stack">
      {deal.survey1_no_calc && (
        <div className="row gap-3">
          <p className="banner banner-alarm">{DEAL_PANEL.manualBanner}</p>
          <ActionButton
            action={action}
            body={{ ...edit, action: 'set-deal-property', name: 'survey1_no_calc', value: false }}
            name={DEAL_PANEL.manualUndo}
            question={EDITS.undoManual}
          />
        </div>
      )}
      <div className="button-row">
        {!deal.survey1_no_calc && (
          <ActionButton
            action={action}
            body={{ ...edit, action: 'survey1_no_calc' }}
            name={DEAL_PANEL.manual}
            question={EDITS.manual}
            onConfirmed={() => window.open(deal.crmUrl, '_blank', 'noopener,noreferrer')}
          />
        )}
        <ActionButton
          action={action}
          name={DEAL_PANEL.recalculate}
          {...recalculation(part)}
          disabledReason={deal.survey1_no_calc ? DEAL_PANEL.manualNotCalculated : undefined}
        />
        {site && (
          <ActionButton
            action={action}
            body={{ ...edit, action: `sync_from_${site.crmName.toLowerCase()}` }}
            name={DEAL_PANEL.sync(site.crmName)}
          />
        )}
      </div>
    </section>
  );
}

/** Changes that the customer of a fixed offer asked for, until the offer includes them (decision J2). */
export function CustomerWish(part: Omit<DealPart, 'note'>) {
  const { contact, deal, action } = part;
  const { data: timeline } = useQuery(timelineQuery(contact.id));
  const wish = timeline?.wishes[deal.id];
  if (!wish || !deal.isFixed || deal.quoteArea === 'signed') return null;
  const asked = Object.entries(wish.inputs).filter(([, value]) => value !== undefined);
  const isGranted = asked.length > 0 && asked.every(([field, value]) => deal[field as keyof typeof deal] === value);
  if (isGranted) return null;
  const isByModules = deal.gaikan_deal_version === '2' && !deal.survey1_no_calc;
  return (
    <div className="notice notice-warning">
      <p className="title">{DEAL_PANEL.wish(wish.at === null ? '?' : formatMoment(wish.at))}</p>
      {wish.words.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {asked.length > 0 && isByModules && (
        <ActionButton
          action={action}
          body={{ ...editOf(part), action: 'set-answers', properties: Object.fromEntries(asked) }}
          name={DEAL_PANEL.calculateWish}
          question={EDITS.wish}
        />
      )}
      {asked.length > 0 && !isByModules && <p className="small">{DEAL_PANEL.wishNeedsModules}</p>}
    </div>
  );
}
