import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { type CrmWriter, copiesAmong } from '../crm/create-once.ts';
import { refIn, staffIn, withoutRef } from '../crm/texts/outcome-texts.ts';
import type { AdminNote } from '../view-models/callcenter.ts';

/** A contact's notes, newest first (decision G8). */
export async function readNotes(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<AdminNote[]> {
  const notes = await context.crm.notes.listFor({ module: 'Contacts', id: contactId }, crmOptions);
  const own = notes.map((note) => ({ ...note, Parent_Id: { id: contactId, name: null } }));
  return withoutCopies(context, contactId, own).map(presentNote);
}

/**
 * A note that was written twice, because the CRM was slow to confirm the first, is shown once; of the contact's own notes
 * the copy is deleted.
 */
export function withoutCopies<Row extends Pick<Note, 'id' | 'Note_Content'> & { Parent_Id: { id: string } | null }>(
  context: CrmWriter,
  contactId: string,
  notes: readonly Row[],
): Row[] {
  const copies = copiesAmong(notes, ({ Note_Content }) => refIn(Note_Content));
  for (const copy of copies.filter(({ Parent_Id }) => Parent_Id?.id === contactId)) {
    context.background.run('notes.remove-copy', () => context.crm.notes.remove(copy.id, crmOptionsFor('background')));
  }
  return notes.filter((note) => !copies.includes(note));
}

function presentNote(note: Note): AdminNote {
  return {
    id: note.id,
    Note_Title: note.Note_Title,
    Note_Content: note.Note_Content === null ? null : withoutRef(note.Note_Content),
    author: staffIn(note.Note_Content) ?? note.Created_By?.name ?? note.Owner?.name ?? null,
    createdAt: note.Created_Time,
  };
}
