import type { AdminDeal } from '../../../bff/view-models/callcenter.ts';
import { type QuoteChange, quoteChanges } from '../../quote/quote-changes.ts';
import { DEAL_FIELD_LABELS } from '../../texts/admin-deal.ts';
import { CHANGED } from '../../texts/offer.ts';

const FIELDS = Object.keys(DEAL_FIELD_LABELS) as (keyof typeof DEAL_FIELD_LABELS)[];

/** What somebody else changed in a deal: its fields, then the quote. */
export function dealChanges(before: AdminDeal, now: AdminDeal): QuoteChange[] {
  const fields = FIELDS.filter((field) => before[field] !== now[field]).map((field) => ({
    what: DEAL_FIELD_LABELS[field],
    before: dealValue(before[field]),
    now: dealValue(now[field]),
  }));
  return before.fingerprint === now.fingerprint ? fields : [...fields, ...quoteChanges(before, now)];
}

/** A deal's value, formatted for staff. */
export function dealValue(value: string | number | boolean | null) {
  return value === null || value === '' ? CHANGED.absent : String(value);
}
