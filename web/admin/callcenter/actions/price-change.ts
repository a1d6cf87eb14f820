import { queryOptions } from '@tanstack/react-query';
import type { PreviewAnswer, PreviewedQuote } from '../../../../bff/view-models/callcenter-action.ts';
import { PRICE } from '../../../texts/admin-deal.ts';
import { formatMoney } from '../../../texts/format.ts';
import { ADMIN_QUERIES, askAsAdmin } from '../../ask-as-admin.ts';
import type { ActionBody } from './action-body.ts';

/** The server's own prices may be a minute old. */
const FRESH_MS = 30_000;

/** What this edit would make of the quote; the version that the panel shows is part of the body. */
export function previewQuery({ note: _, ...body }: ActionBody) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'preview', body],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await askAsAdmin<PreviewAnswer>('/api/admin/callcenter/preview', { method: 'POST', body, signal })).result,
  });
}

const PARTS = Object.entries(PRICE.without);

/** "Was …, wordt …", then what else changes, and at last what the customer sees at once. */
export function priceChangeLines({ before, after }: PreviewAnswer['result']): [string, ...string[]] {
  const was = before.totals.finalInclVat;
  const becomes = after.totals.finalInclVat;
  const money = (euros: number | null) => (euros === null ? PRICE.noPrice : formatMoney(euros));
  const parts = PARTS.map(([icon, without]) => changed(partOf(before, icon, without), partOf(after, icon, without)));
  const lines = [
    ...parts,
    changed(monthly(before), monthly(after)),
    before.survey1_approve_clicked && !after.survey1_approve_clicked && PRICE.approvalEnds,
    before.quoteArea === 'declined' && after.quoteArea !== 'declined' && PRICE.declineEnds,
  ].filter((line) => typeof line === 'string');
  if (was === becomes) return [was === null ? PRICE.still : PRICE.same(money(was)), ...lines];
  const by = was === null || becomes === null ? '' : ` ${difference(becomes - was)}`;
  return [`${PRICE.was(money(was), money(becomes))}${by}.`, ...lines, seenAs(after)];
}

function seenAs({ quoteArea }: PreviewedQuote) {
  return quoteArea === 'approve' ? PRICE.seenAtOnce : PRICE.seen[quoteArea];
}

function difference(euros: number) {
  return euros < 0 ? PRICE.less(formatMoney(-euros)) : PRICE.more(formatMoney(euros));
}

function changed(before: string, after: string) {
  return before !== after && PRICE.part(before, after);
}

function partOf({ highlights }: PreviewedQuote, icon: string, without: string) {
  const part = highlights.find((each) => each.icon === icon);
  return part ? [part.text, part.detail].filter(Boolean).join(' ') : without;
}

function monthly({ financing }: PreviewedQuote) {
  return financing ? PRICE.financing(formatMoney(financing.monthlyEuros)) : PRICE.noFinancing;
}
