import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { operationRef } from '../access/operation-ref.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
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
export interface PermissionGiven {
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
  { crm, background, portal, dealMutex }: PermissionContext,
  crmOptions: CrmCallOptions,
  { contactId, at, press }: PermissionGiven,
): Promise<void> {
  const { notes } = crm;
  const parent = { module: 'Contacts', id: contactId } as const;
  const ref = operationRef(`call permission ${contactId} ${press}`);
  const find = async (asked: CrmCallOptions) => {
    const there = await notes.listFor(parent, asked);
    return there.filter(({ Note_Content }) => Note_Content?.endsWith(refLine(ref)));
  };
  const note = permissionNote(portal.brand, at, ref);
  const record = {
    write: () => notes.create(parent, note, crmOptions),
    find,
    lookFirst: true,
    remove: notes.remove,
  };
  // The same press may reach two processes: one looks after the other has written.
  await dealMutex.run(`permission ${contactId}`, () => createOnce(background, crmOptions, record));
}
