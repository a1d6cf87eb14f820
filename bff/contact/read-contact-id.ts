import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { type KnownLinks, linkName } from '../access/known-links.ts';
import { isSameHash, type SurveyHash } from '../access/survey-hash.ts';
import { ProblemError } from '../http/problems.ts';

export interface LinkLookupContext {
  crm: CrmClient;
  knownLinks: KnownLinks;
}

const customerShape = contactShape.pick({ id: true, survey1_hash: true, Modified_Time: true });

/**
 * The contact behind a survey hash, as far as a write needs it, in one CRM call. Throws `unknown_link` unless exactly
 * one contact has it.
 */
export async function readContactKey(
  { crm, knownLinks }: LinkLookupContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
) {
  const found = await crm.query(
    coql`select ${columns(fieldsOf(customerShape))} from Contacts where survey1_hash = ${hash} limit 2`,
    customerShape,
    crmOptions,
  );
  const [contact] = found;
  if (!contact || found.length > 1 || !isSameHash(contact.survey1_hash, hash)) throw new ProblemError('unknown_link');
  knownLinks.learn(linkName(hash));
  const { id, Modified_Time } = contact;
  return { id, Modified_Time };
}

/** The id of the contact behind a survey hash. */
export async function readContactId(
  context: LinkLookupContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<string> {
  return (await readContactKey(context, crmOptions, hash)).id;
}
