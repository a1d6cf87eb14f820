import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';

/** Every field whose name starts with survey1 or gaikan and whose value is truthy and not an object (§2.10). */
export function dealFields(deal: AdminDeal) {
  return Object.entries(deal).flatMap(([name, value]) =>
    /^(survey1|gaikan)/.test(name) && value && typeof value !== 'object' ? [{ name, value: String(value) }] : [],
  );
}
