import type { AdminDeal } from '../../../bff/view-models/callcenter.ts';
import { STAFF_LABELS, type StaffField } from '../../../bff/view-models/field-texts.ts';
import { type QuoteChange, quoteChanges } from '../../quote/quote-changes.ts';
import { CHANGED } from '../../texts/offer.ts';

/** A field's label with its CRM name, so that staff can find it there. */
export function staffLabel(field: StaffField) {
  return `${STAFF_LABELS[field]} (${field})`;
}

/** What somebody else changed in a deal: its fields, then the quote. */
export function dealChanges(before: AdminDeal, now: AdminDeal): QuoteChange[] {
  const fields = (Object.keys(STAFF_LABELS) as StaffField[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({
      what: staffLabel(field),
      before: dealValue(before[field]),
      now: dealValue(now[field]),
    }));
  return before.fingerprint === now.fingerprint ? fields : [...fields, ...quoteChanges(before, now)];
}

/** A deal's value, formatted for staff. */
export function dealValue(value: string | number | boolean | null) {
  return value === null || value === '' ? CHANGED.absent : String(value);
}
