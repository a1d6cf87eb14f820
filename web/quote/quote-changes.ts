import type { Deal } from '../../bff/view-models/deal.ts';
import type { QuoteLine } from '../../bff/view-models/quote.ts';
import { vatWords } from '../../bff/view-models/vat-texts.ts';
import { addressLines, formatFigure, formatMoney } from '../texts/format.ts';
import { CHANGED } from '../texts/offer.ts';
import { QUOTE } from '../texts/quote.ts';

export interface QuoteChange {
  what: string;
  before: string;
  now: string;
}

export type ComparedDeal = Pick<Deal, 'customer' | 'quote' | 'conditions'>;

/** The differences between two versions of a quote: row by row, then totals, payments, subsidy, name and address. */
export function quoteChanges(before: ComparedDeal, now: ComparedDeal): QuoteChange[] {
  const changes = [...rowChanges(before.quote.rows, now.quote.rows), ...figureChanges(before, now)];
  // A signed order has no conditions of today to compare.
  const old = now.conditions && before.conditions;
  const fresh = before.conditions && now.conditions;
  changes.push(...different(QUOTE.paying, paymentsText(old), paymentsText(fresh)));
  changes.push(...different(CHANGED.subsidy, noticesOf(before), noticesOf(now)));
  changes.push(...different(CHANGED.name, before.customer.Full_Name, now.customer.Full_Name));
  changes.push(
    ...different(CHANGED.address, addressLines(before.customer).join(', '), addressLines(now.customer).join(', ')),
  );
  // If none of the above changed, another part of the agreement did, for example the quote's format.
  const isOther = changes.length === 0 || textsOf(old) !== textsOf(fresh);
  return isOther ? [...changes, { what: CHANGED.other, before: CHANGED.otherBefore, now: CHANGED.otherNow }] : changes;
}

function rowChanges(before: QuoteLine[], now: QuoteLine[]) {
  const keys = [...new Set([...before, ...now].map((row) => row.key))];
  return keys.flatMap((key) => {
    const old = before.find((row) => row.key === key);
    const fresh = now.find((row) => row.key === key);
    const renamed = old && fresh && old.name !== fresh.name;
    return different(fresh?.name ?? old?.name ?? '', rowText(old, renamed), rowText(fresh, renamed));
  });
}

function rowText(row: QuoteLine | undefined, withName: boolean | undefined) {
  if (!row) return null;
  const pieces =
    row.amount !== null && row.amount !== 1 ? `${formatFigure(row.amount)} × ${formatMoney(row.pricePer)} = ` : '';
  return `${withName ? `${row.name}: ` : ''}${pieces}${formatMoney(row.total)}`;
}

function figureChanges(before: ComparedDeal, now: ComparedDeal) {
  const old = before.quote.totals;
  const fresh = now.quote.totals;
  return [
    ...different(QUOTE.totals.ex, formatMoney(old.productUnitPriceSum), formatMoney(fresh.productUnitPriceSum)),
    ...different(vatWords(fresh).vat, formatMoney(old.vat), formatMoney(fresh.vat)),
    ...different(
      `${QUOTE.totals.final} ${vatWords(fresh).toPay}`,
      formatMoney(old.finalInclVat),
      formatMoney(fresh.finalInclVat),
    ),
  ];
}

function different(what: string, before: string | null, now: string | null): QuoteChange[] {
  if ((before ?? '') === (now ?? '')) return [];
  return [{ what, before: before || CHANGED.absent, now: now || CHANGED.absent }];
}

function paymentsText(conditions: ComparedDeal['conditions']) {
  return (conditions?.payments ?? []).map(({ when, euros }) => `${formatMoney(euros)} ${when}`).join(', ');
}

/** The long texts of the conditions, which the page shows elsewhere. */
function textsOf(conditions: ComparedDeal['conditions']) {
  return JSON.stringify([conditions?.terms, conditions?.loan, conditions?.guarantee]);
}

function noticesOf({ quote }: ComparedDeal) {
  return quote.notices[0] ?? '';
}
