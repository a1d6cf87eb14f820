import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import type { PreviewAnswer, PreviewedQuote } from '../../../bff/view-models/callcenter-action.ts';
import { isRequestFailed } from '../../api/problem.ts';
import { staffProblemText } from '../../texts/admin.ts';
import { PRICE } from '../../texts/admin-deal.ts';
import { formatMoney } from '../../texts/format.ts';
import { ADMIN_QUERIES, askAsAdmin } from '../ask-as-admin.ts';
import type { ActionBody } from './action-body.ts';
import './actions.css';

/** Whether the quote stands fast: then no other price is offered. */
export const LockedContext = createContext(false);

interface PriceChangeProps {
  body: ActionBody;
  /** Somebody may still be typing: each digit by itself would be another price. */
  isTyped?: boolean;
}

const PAUSE_MS = 400;

/** What an edit makes of the price, before it is made (decision J10): beside the choice, and in its question. */
export function PriceChange({ body, isTyped = false }: PriceChangeProps) {
  const isLocked = use(LockedContext);
  const settled = useSettled(body, isTyped);
  const { data, error } = useQuery({ ...previewQuery(settled ?? body), enabled: settled !== null && !isLocked });
  if (isLocked) return null;
  const [first, ...others] = data && settled ? priceChangeLines(data) : [PRICE.asking];
  return (
    <div className="price-change" role="status">
      {error ? (
        <p className="price-change-failed">
          <strong>{PRICE.failed}</strong> {whyNot(error)}
        </p>
      ) : (
        <>
          <p>
            <strong>{first}</strong>
          </p>
          {others.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
    </div>
  );
}

/** What the panel does not show yet, the edit itself tells, with the new state. */
function whyNot(error: Error) {
  return isRequestFailed(error) && error.status === 409 ? PRICE.changed : staffProblemText(error);
}

/** Null until nothing changed for a moment. */
function useSettled(body: ActionBody, isTyped: boolean): ActionBody | null {
  const text = JSON.stringify(body);
  const [settled, setSettled] = useState(isTyped ? '' : text);
  useEffect(() => {
    if (!isTyped) return setSettled(text);
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, isTyped]);
  return settled === text ? body : null;
}

/** The server's own prices may be a minute old. */
const FRESH_MS = 30_000;

/** What this edit would make of the quote; the version that the panel shows is part of the body. */
function previewQuery({ note: _, ...body }: ActionBody) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'preview', body],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await askAsAdmin<PreviewAnswer>('/api/admin/callcenter/preview', { method: 'POST', body, signal })).result,
  });
}

const PARTS = Object.entries(PRICE.without);

/** "Was …, wordt …", then what else changes, and at last what the customer sees at once. */
function priceChangeLines({ before, after }: PreviewAnswer['result']): [string, ...string[]] {
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
