import { createHash } from 'node:crypto';

/** Twelve hexadecimal digits that identify one request or event and find its records in the CRM. */
export function operationRef(of: string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 12).toUpperCase();
}
