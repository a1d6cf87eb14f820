import type { Deal } from '../../bff/view-models/deal.ts';
import type { QuoteLine } from '../../bff/view-models/quote.ts';
import { vatWords } from '../../bff/view-models/vat-texts.ts';
import { formatFigure, formatMoney } from '../texts/format.ts';
import { CHANGED } from '../texts/offer.ts';
import { QUOTE } from '../texts/quote.ts';

export interface QuoteChange {
  what: string;
  before: string;
  now: string;
}

export type ComparedDeal = Pick<Deal, 'customer' | 'quote'>;

/** The differences between two versions of a quote: row by row, then totals, subsidy, name and address. */
export function quoteChanges(before: ComparedDeal, now: ComparedDeal): QuoteChange[] {
  const changes = [...rowChanges(before.quote.rows, now.quote.rows), ...figureChanges(before, now)];
  changes.push(...different(CHANGED.subsidy, noticesOf(before), noticesOf(now)));
  changes.push(...different(CHANGED.name, before.customer.Full_Name, now.customer.Full_Name));
  changes.push(...different(CHANGED.address, addressText(before), addressText(now)));
  // None of the above changed, so another part of the agreement did: the terms, or the quote's format.
  return changes.length > 0 ? changes : [{ what: CHANGED.other, before: CHANGED.otherBefore, now: CHANGED.otherNow }];
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

function noticesOf({ quote }: ComparedDeal) {
  return quote.notices[0] ?? '';
}

function addressText({ customer }: ComparedDeal) {
  const { Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = customer;
  return [Mailing_Street, [Mailing_Zip, Mailing_City].filter(Boolean).join(' '), Mailing_Country]
    .filter(Boolean)
    .join(', ');
}
