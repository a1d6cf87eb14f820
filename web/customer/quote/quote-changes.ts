import type { Deal } from '../../../bff/view-models/deal.ts';
import { formatMoney, formatWhole } from '../../texts/format.ts';
import { QUOTE } from '../../texts/quote.ts';
import { CHANGED } from '../../texts/quote-changes.ts';
import { type QuotedDeal, quoteRows, type ShownRow } from './quote-rows.ts';

export interface QuoteChange {
  what: string;
  before: string;
  now: string;
}

export type ComparedDeal = QuotedDeal & Pick<Deal, 'customer' | 'survey1_pending_subsidy'>;

/** The differences between two states of a quote: row by row, then totals, subsidy, name and address. */
export function quoteChanges(before: ComparedDeal, now: ComparedDeal): QuoteChange[] {
  const changes = [...rowChanges(quoteRows(before), quoteRows(now)), ...figureChanges(before, now)];
  changes.push(...different(CHANGED.subsidy, subsidyText(before), subsidyText(now)));
  changes.push(...different(CHANGED.name, before.customer.Full_Name, now.customer.Full_Name));
  changes.push(...different(CHANGED.address, addressText(before), addressText(now)));
  // Other parts of what the customer agrees to: the terms, or the quote's format.
  return changes.length > 0 ? changes : [{ what: CHANGED.other, before: CHANGED.otherBefore, now: CHANGED.otherNow }];
}

function rowChanges(before: ShownRow[], now: ShownRow[]) {
  const keys = [...new Set([...before, ...now].map((row) => row.key))];
  return keys.flatMap((key) => {
    const old = before.find((row) => row.key === key);
    const fresh = now.find((row) => row.key === key);
    const renamed = old && fresh && old.name !== fresh.name;
    return different(fresh?.name ?? old?.name ?? '', rowText(old, renamed), rowText(fresh, renamed));
  });
}

function rowText(row: ShownRow | undefined, withName: boolean | undefined) {
  if (!row) return null;
  const pieces =
    row.amount !== null && row.amount > 1 ? `${formatWhole(row.amount)} × ${formatMoney(row.pricePer)} = ` : '';
  return `${withName ? `${row.name}: ` : ''}${pieces}${formatMoney(row.total)}`;
}

function figureChanges(before: ComparedDeal, now: ComparedDeal) {
  const old = before.survey1_calc?.priceCalc;
  const fresh = now.survey1_calc?.priceCalc;
  const money = (value: number | null | undefined) => (value === undefined ? null : formatMoney(value));
  return [
    ...different(QUOTE.totals.ex, money(old?.productUnitPriceSum), money(fresh?.productUnitPriceSum)),
    ...different(QUOTE.totals.vat, money(old?.vat), money(fresh?.vat)),
    ...different(`${QUOTE.totals.final} ${QUOTE.totals.inclVat}`, money(old?.finalInclVat), money(fresh?.finalInclVat)),
  ];
}

function different(what: string, before: string | null, now: string | null): QuoteChange[] {
  if ((before ?? '') === (now ?? '')) return [];
  return [{ what, before: before || CHANGED.absent, now: now || CHANGED.absent }];
}

function subsidyText(deal: ComparedDeal) {
  return deal.survey1_pending_subsidy ? CHANGED.subsidyYes : null;
}

function addressText({ customer }: ComparedDeal) {
  const { Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = customer;
  return [Mailing_Street, [Mailing_Zip, Mailing_City].filter(Boolean).join(' '), Mailing_Country]
    .filter(Boolean)
    .join(', ');
}
