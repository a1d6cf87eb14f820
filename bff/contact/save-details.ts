import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Contact, ContactPatch } from '../../crm-contract/shapes/contact.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import type { Clock } from '../crm/clock.ts';
import { writeGuarded } from '../crm/guarded-write.ts';
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

/** As far as a write needs it; whole where its outcome was looked up. */
type OwnContact = Pick<Contact, 'id' | 'Modified_Time'>;

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
  const { portal_call_permission: mayCall, ...answered } = answers;
  const nowMs = context.clock.now();
  const permission = mayCall === undefined ? {} : { portal_call_permission_at: mayCall ? crmInstant(nowMs) : null };

  const { found } = await writeGuarded<OwnContact, ContactPatch>(crmOptions, {
    read: async (again, before) => {
      const read = before ? await contacts.read(before.id, again) : await readContactKey(context, again, hash);
      if (!read) throw new ProblemError('unknown_link');
      const isCounted = mayCall && !before;
      if (isCounted && !(await context.permissionsGiven.take(read.id))) throw new ProblemError('too_many');
      return read;
    },
    recordIn: (contact) => contact,
    decide: () => ({ ...answered, ...permission }),
    write: ({ id }, fields, guard) => contacts.update(id, fields, crmOptions, guard),
    lastWriterWins: true,
    conflict: (_, cause) => cause,
  });
  if (mayCall) {
    const at = new Date(nowMs).toISOString();
    await notePermission(context, crmOptions, { contactId: found.id, at, press });
  }
  return Object.keys(answers);
}
