import { z } from 'zod';
import { RECORD_ID } from '../record-id.ts';

/** Building blocks for patches: exactly what the CRM documents for a field, null to clear it. */

/** Single-line text, at most 255 characters (crm-api §2.7). */
export const textValue = z.string().max(255).nullable();
/** A small text area, at most 2,000 characters. */
export const smallTextArea = z.string().max(2_000).nullable();
/** A large text area, at most 32,000 characters. */
export const largeText = z.string().max(32_000).nullable();
/** A currency or decimal number; never text. */
export const amountValue = z.number().nullable();
export const flagValue = z.boolean().nullable();
/** A reference to another record. */
export const lookupValue = z.strictObject({ id: z.string().regex(RECORD_ID) }).nullable();
/** `yyyy-MM-dd`. */
export const dateValue = z.iso.date().nullable();
/** With an offset and whole seconds; without an offset the CRM refuses it or guesses the zone (crm-api §8.8). */
export const instantValue = z.iso.datetime({ offset: true, precision: 0 });
