import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { type QuoteChange, quoteChanges } from '../../../customer/quote/quote-changes.ts';
import { DEAL_FIELD_LABELS } from '../../../texts/admin-deal.ts';
import { CHANGED } from '../../../texts/quote-changes.ts';

/** The fields that the panel edits, under their CRM names, as staff see them in the list beside the address. */
const FIELDS = [
  'Stage',
  'gaikan_deal_version',
  'gaikan_saltion_battery_modules',
  'gaikan_saltion_fixed_inverter_kw',
  'gaikan_self_installation',
  'survey1_battery_box_distance_m',
  'survey1_no_calc',
  'survey1_client_visible',
  'gaikan_discount',
  'gaikan_discount_reason',
] as const satisfies readonly (keyof AdminDeal)[];

/** What somebody else changed in a deal: its fields, then the effect on the quote. */
export function dealChanges(before: AdminDeal, now: AdminDeal): QuoteChange[] {
  const fields = FIELDS.filter((field) => before[field] !== now[field]).map((field) => ({
    what: DEAL_FIELD_LABELS[field],
    before: shown(before[field]),
    now: shown(now[field]),
  }));
  return before.fingerprint === now.fingerprint ? fields : [...fields, ...quoteChanges(before, now)];
}

function shown(value: string | number | boolean | null) {
  return value === null || value === '' ? CHANGED.absent : String(value);
}
