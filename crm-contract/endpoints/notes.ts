import type { CrmCallOptions } from '../call-options.ts';
import { checkedId } from '../record-id.ts';
import { type NewNote, type Note, newNote, noteShape } from '../shapes/note.ts';
import { type Access, checked, createRecord, type RecordRef, recordPath, removeRecord } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function notesEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    /** The notes on a record, newest first. */
    async listFor(parent: RecordRef, context: CrmCallOptions) {
      const notes = await related.list(parent, 'Notes', noteShape, context, { sortBy: 'Created_Time' });
      // Sorted here too, as instants: their texts differ in offset, and the CRM's order is not guaranteed.
      return notes.sort((a, b) => momentOf(b) - momentOf(a));
    },

    /**
     * Adds a note to a record. The parent is in both path and body, because which one counts changed with the API
     * version.
     */
    async create(parent: RecordRef, note: NewNote, context: CrmCallOptions) {
      const operation = 'notes.create';
      const record = {
        ...checked(newNote, note, operation),
        Parent_Id: { module: { api_name: parent.module }, id: checkedId(parent.id, operation) },
      };
      return createRecord(access, `${recordPath(parent, operation)}/Notes`, record, operation, context);
    },

    /** Deletes a note, e.g. the second copy of one that was created twice. */
    remove: async (id: string, context: CrmCallOptions) =>
      removeRecord(access, `/Notes/${checkedId(id, 'notes.remove')}`, 'notes.remove', context),
  };
}

const momentOf = (note: Note) => Date.parse(note.Created_Time ?? '') || 0;
