import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { operationRef } from '../access/operation-ref.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createNoteOnce } from '../crm/notes-and-tasks.ts';
import { refLine } from '../crm/texts/note-texts.ts';
import { permissionNote } from '../crm/texts/permission-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import type { PortalFile } from '../site/portal-file.ts';

export interface PermissionContext extends CrmWriter {
  log: Log;
  portal: PortalFile;
  dealMutex: KeyedMutex;
}

/** When somebody said that we may call, and what stands for that press. */
interface PermissionGiven {
  contactId: string;
  /** ISO time of our own server. */
  at: string;
  press: string;
}

/** The words that were shown, in a note with the contact (decision I12). It follows the permission, which stands without it. */
export async function notePermission(
  context: PermissionContext,
  crmOptions: CrmCallOptions,
  given: PermissionGiven,
): Promise<void> {
  try {
    await leaveNote(context, crmOptions, given);
  } catch (error) {
    context.log.warn({ recordId: given.contactId, ...faultFields(error) }, 'the note of a permission is tried again');
    context.background.insist('permission.note', () => leaveNote(context, crmOptionsFor('background'), given));
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
  // The same press may reach two processes: one looks after the other has written.
  await context.dealMutex.run(`permission ${contactId}`, () =>
    createNoteOnce(context, crmOptions, parent, note, isThis, { lookFirst: true }),
  );
}
