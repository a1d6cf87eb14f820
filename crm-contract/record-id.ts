import { CrmError } from './errors.ts';

/** A record id: 18 or 19 digits, always text because it exceeds a JavaScript number. */
export const RECORD_ID = /^\d{15,20}$/;

/** Returns `id`, or throws `CrmError` invalid before any URL is built from it. */
export function checkedId(id: string, operation: string): string {
  if (typeof id === 'string' && RECORD_ID.test(id)) return id;
  throw new CrmError({ kind: 'invalid', operation, fields: ['id'], sent: 'no' });
}

/** Compares ids, which exceed a JavaScript number: the older record comes first. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
