import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { copiesAmong } from '../crm/copies.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { actionTitle, refIn, staffIn, withoutRef } from '../crm/texts/outcome-texts.ts';
import type { AdminNote } from '../view-models/callcenter.ts';

/**
 * A contact's notes, newest first (decision G8). A note that was written twice, because the CRM was slow to confirm the
 * first, is shown once, and the copy is deleted.
 */
export async function readNotes(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<AdminNote[]> {
  const notes = await context.crm.notes.listFor({ module: 'Contacts', id: contactId }, crmOptions);
  const copies = copiesAmong(notes, ({ Note_Content }) => refIn(Note_Content));
  for (const copy of copies) {
    context.background.run('notes.remove-copy', () => context.crm.notes.remove(copy.id, crmOptionsFor('background')));
  }
  return notes.filter((note) => !copies.includes(note)).map(presentNote);
}

function presentNote(note: Note): AdminNote {
  return {
    id: note.id,
    Note_Title: note.Note_Title,
    Note_Content: note.Note_Content === null ? null : withoutRef(note.Note_Content),
    author: staffIn(note.Note_Content) ?? note.Created_By?.name ?? note.Owner?.name ?? null,
    createdAt: note.Created_Time,
    isLinkSent: note.Note_Title === actionTitle('send-link') && refIn(note.Note_Content) !== null,
  };
}
