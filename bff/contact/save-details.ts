import type { CallContext } from '../../crm-contract/call-context.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import type { ContactPatch } from '../../crm-contract/shapes/contact.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { isSameHash, type SurveyHash } from '../access/survey-hash.ts';
import type { Context } from '../context.ts';
import { ProblemError } from '../problems.ts';

const ownerShape = contactShape.pick({ id: true, survey1_hash: true });

/** Writes a customer's own contact fields; the names that the CRM confirmed. Last writer wins per field (A3). */
export async function saveDetails(
  { crm }: Context,
  call: CallContext,
  hash: SurveyHash,
  fields: ContactPatch,
): Promise<string[]> {
  const found = await crm.query(
    coql`select ${columns(fieldsOf(ownerShape))} from Contacts where survey1_hash = ${hash} limit 2`,
    ownerShape,
    call,
  );
  const [contact] = found;
  if (!contact || found.length > 1 || !isSameHash(contact.survey1_hash, hash)) throw new ProblemError('unknown_link');
  const names = Object.keys(fields);
  if (names.length > 0) await crm.contacts.update(contact.id, fields, call);
  return names;
}
