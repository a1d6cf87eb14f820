import { createHash } from 'node:crypto';

/** Twelve hexadecimal digits that identify one press or event; what it left in the CRM is found by them. */
export function operationRef(of: string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 12).toUpperCase();
}
