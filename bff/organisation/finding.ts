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
