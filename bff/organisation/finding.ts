import type { CrmError } from '../../crm-contract/errors.ts';

/** Something in the CRM that is not as the portal needs it. */
export interface Finding {
  /** A fault breaks something; advice only says what would be better. */
  level: 'fault' | 'advice';
  /** The field, stage, product or scope. */
  what: string;
  /** What is wrong with it. */
  is: string;
  /** What that means for the portal. */
  means: string;
}

export const fault = (what: string, is: string, means: string): Finding => ({ level: 'fault', what, is, means });
export const advice = (what: string, is: string, means: string): Finding => ({ level: 'advice', what, is, means });

/** One part of the organisation: what was checked and found. */
export interface Area {
  name: string;
  looked: string;
  findings: Finding[];
}

/** Why the CRM refused, in its own codes: `invalid 400 DUPLICATE_DATA field_label`. */
export function reasonOf({ kind, status, code, fields = [] }: CrmError): string {
  return [kind, status, code, ...fields].filter(Boolean).join(' ');
}
