import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { ContactPatch } from '../../crm-contract/shapes/contact.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import { type LinkLookupContext, readContactKey } from './read-contact-id.ts';

/**
 * Writes a customer's own contact fields; returns the names that the CRM confirmed. Last writer wins per field
 * (decision A3); the first attempt is guarded, so that a write whose answer was lost cannot overwrite a later save.
 */
export async function saveDetails(
  context: LinkLookupContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  fields: ContactPatch,
): Promise<string[]> {
  const { contacts } = context.crm;
  const { id, Modified_Time } = await readContactKey(context, crmOptions, hash);
  const names = Object.keys(fields);
  if (names.length === 0) return names;
  try {
    await contacts.update(id, fields, crmOptions, Modified_Time === null ? {} : { unmodifiedSince: Modified_Time });
  } catch (error) {
    if (!(error instanceof CrmError) || error.kind !== 'conflict') throw error;
    await contacts.update(id, fields, crmOptions);
  }
  return names;
}
