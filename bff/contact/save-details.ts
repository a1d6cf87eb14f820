import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { ProblemError } from '../http/problems.ts';
import type { Limit } from '../shared-store/limit.ts';
import type { ContactAnswers } from '../view-models/answers.ts';
import { notePermission, type PermissionContext } from './note-permission.ts';
import { type LinkLookupContext, readContactKey } from './read-contact-id.ts';

export interface DetailsContext extends LinkLookupContext, PermissionContext {
  clock: Clock;
  /** How often a contact may give permission to call: each time leaves a note. */
  permissionsGiven: Limit;
}

/**
 * Writes a customer's own contact fields; returns the names that the CRM confirmed. Last writer wins per field
 * (decision A3); the first attempt is guarded, so that a write whose answer was lost cannot overwrite a later save.
 */
export async function saveDetails(
  context: DetailsContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  answers: ContactAnswers,
  press: string,
): Promise<string[]> {
  const { contacts } = context.crm;
  const { id, Modified_Time } = await readContactKey(context, crmOptions, hash);
  const names = Object.keys(answers);
  if (names.length === 0) return names;
  const { portal_call_permission: mayCall, ...answered } = answers;
  if (mayCall && !(await context.permissionsGiven.take(id))) throw new ProblemError('too_many');
  const nowMs = context.clock.now();
  const permission = mayCall === undefined ? {} : { portal_call_permission_at: mayCall ? crmInstant(nowMs) : null };
  const fields = { ...answered, ...permission };
  try {
    await contacts.update(id, fields, crmOptions, Modified_Time === null ? {} : { unmodifiedSince: Modified_Time });
  } catch (error) {
    if (!(error instanceof CrmError) || error.kind !== 'conflict') throw error;
    await contacts.update(id, fields, crmOptions);
  }
  if (mayCall) {
    const at = new Date(nowMs).toISOString();
    await notePermission(context, crmOptions, { contactId: id, at, press });
  }
  return names;
}
