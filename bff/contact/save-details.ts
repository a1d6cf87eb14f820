import type { CallContext } from '../../crm-contract/call-context.ts';
import type { ContactPatch } from '../../crm-contract/shapes/contact.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import type { Context } from '../context.ts';
import { readContactId } from './read-contact-id.ts';

/** Writes a customer's own contact fields; the names that the CRM confirmed. Last writer wins per field (A3). */
export async function saveDetails(
  context: Context,
  call: CallContext,
  hash: SurveyHash,
  fields: ContactPatch,
): Promise<string[]> {
  const id = await readContactId(context, call, hash);
  const names = Object.keys(fields);
  if (names.length > 0) await context.crm.contacts.update(id, fields, call);
  return names;
}
