import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { markIn, staffIn, withoutMark } from '../crm/texts/outcome-texts.ts';
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
  const copies = copiesAmong(notes, (note) => markIn(note.Note_Content));
  for (const copy of copies) {
    context.background.run('notes.remove-copy', () => context.crm.notes.remove(copy.id, crmOptionsFor('background')));
  }
  return notes.filter((note) => !copies.includes(note)).map(presentNote);
}

/** Records with the same reference as another: all but the one with the lowest id, which was first. */
function copiesAmong<R extends { id: string }>(records: readonly R[], markOf: (record: R) => string | null): R[] {
  const first = new Map<string, R>();
  const copies: R[] = [];
  for (const record of [...records].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
    const mark = markOf(record);
    if (mark === null) continue;
    if (first.has(mark)) copies.push(record);
    else first.set(mark, record);
  }
  return copies;
}

function presentNote(note: Note): AdminNote {
  return {
    id: note.id,
    Note_Title: note.Note_Title,
    Note_Content: note.Note_Content === null ? null : withoutMark(note.Note_Content),
    author: staffIn(note.Note_Content) ?? note.Created_By?.name ?? note.Owner?.name ?? null,
    createdAt: note.Created_Time,
  };
}
