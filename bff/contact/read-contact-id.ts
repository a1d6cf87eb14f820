import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { type KnownLinks, linkName } from '../access/known-links.ts';
import { isSameHash, type SurveyHash } from '../access/survey-hash.ts';
import { ProblemError } from '../http/problems.ts';
import type { LinkedContact, LinkReads } from '../quote/link-reads.ts';

export interface LinkLookupContext {
  linkReads: LinkReads;
  knownLinks: KnownLinks;
}

/** The contact behind a survey hash, without its deals, in one CRM call. Throws `unknown_link` unless exactly one has it. */
export async function readLinkedContact(
  { linkReads, knownLinks }: LinkLookupContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<LinkedContact> {
  const found = await linkReads.alone(hash, crmOptions);
  const [contact] = found;
  if (!contact || found.length > 1 || !isSameHash(contact.survey1_hash, hash)) throw new ProblemError('unknown_link');
  knownLinks.learn(linkName(hash));
  return contact;
}

/** The same, as far as a write needs it. */
export async function readContactKey(context: LinkLookupContext, crmOptions: CrmCallOptions, hash: SurveyHash) {
  const { id, Modified_Time } = await readLinkedContact(context, crmOptions, hash);
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
