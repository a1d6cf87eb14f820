import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Contact, ContactPatch } from '../../crm-contract/shapes/contact.ts';
import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { operationRef } from '../access/idempotency-cache.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import type { SurveyHash } from '../access/survey-link.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { writeGuarded } from '../crm/guarded-write.ts';
import { createNoteOnce } from '../crm/notes-and-tasks.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { permissionNote, refLine } from '../crm/texts/note-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { Limit } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { ContactAnswers } from '../view-models/answers.ts';
import { type LinkLookupContext, readContactKey } from './read-contact.ts';

export interface DetailsContext extends LinkLookupContext, PermissionContext {
  clock: Clock;
  /** Limits how often a contact may give permission to call: each time leaves a note. */
  permissionsGiven: Limit;
  /** Tells the desk, which may have read the contact already. */
  tellDetailsChanged(contactId: string): void;
}

/** The fields that a write needs; all fields if its outcome was looked up. */
type OwnContact = Pick<Contact, 'id' | 'Modified_Time'>;

/**
 * Writes a customer's own contact fields; returns the names that the CRM confirmed. Last writer wins per field
 * (decision A3); the first attempt is guarded, so that a write with a lost answer cannot overwrite a later save.
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
  context.tellDetailsChanged(found.id);
  if (mayCall) {
    const at = new Date(nowMs).toISOString();
    await notePermission(context, crmOptions, { contactId: found.id, at, press });
  }
  return Object.keys(answers);
}

interface PermissionContext extends CrmWriter {
  log: Log;
  portal: PortalFile;
  dealMutex: KeyedMutex;
}

/** When the permission to call was given, and by which request. */
interface PermissionGiven {
  contactId: string;
  /** ISO time of our server. */
  at: string;
  press: string;
}

/**
 * Writes a note with the displayed words on the contact (decision I12). The note follows the permission, which is valid
 * without the note.
 */
async function notePermission(
  context: PermissionContext,
  crmOptions: CrmCallOptions,
  given: PermissionGiven,
): Promise<void> {
  try {
    await leaveNote(context, crmOptions, given);
  } catch (error) {
    context.log.warn({ recordId: given.contactId, ...faultFields(error) }, 'the note of a permission is retried');
    context.background.retryInBackground('permission.note', () =>
      leaveNote(context, crmOptionsFor('background'), given),
    );
  }
}

async function leaveNote(
  context: PermissionContext,
  crmOptions: CrmCallOptions,
  { contactId, at, press }: PermissionGiven,
): Promise<void> {
  const parent = { module: 'Contacts', id: contactId } as const;
  const ref = operationRef(`call permission ${contactId} ${press}`);
  const isThis = ({ Note_Content }: Note) => Note_Content?.endsWith(refLine(ref)) === true;
  const note = permissionNote(context.portal.brand, at, ref);
  // The same request may reach two processes. The second looks for the note after the first has written it.
  await context.dealMutex.run(`permission ${contactId}`, () =>
    createNoteOnce(context, crmOptions, parent, note, isThis, { lookFirst: true }),
  );
}
