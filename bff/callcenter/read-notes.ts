import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { refIn, staffIn, withoutRef } from '../crm/texts/outcome-texts.ts';
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
  const copies = copiesAmong(notes);
  for (const copy of copies) {
    context.background.run('notes.remove-copy', () => context.crm.notes.remove(copy.id, crmOptionsFor('background')));
  }
  return notes.filter((note) => !copies.includes(note)).map(presentNote);
}

/** Notes with the same reference as another: all but the one with the lowest id, which was first. */
function copiesAmong(notes: readonly Note[]): Note[] {
  const seen = new Set<string>();
  return notes
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .filter(({ Note_Content }) => {
      const ref = refIn(Note_Content);
      const isCopy = ref !== null && seen.has(ref);
      if (ref !== null) seen.add(ref);
      return isCopy;
    });
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
