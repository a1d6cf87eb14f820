import type { CrmError } from '../../crm-contract/errors.ts';

/** Why the CRM refused, in its own codes: `invalid 400 DUPLICATE_DATA field_label`. */
export function reasonOf({ kind, status, code, fields = [] }: CrmError): string {
  return [kind, status, code, ...fields].filter(Boolean).join(' ');
}
