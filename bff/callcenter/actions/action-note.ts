import type { CallContext } from '../../../crm-contract/call-context.ts';
import { callFor } from '../../calls.ts';
import type { Context } from '../../context.ts';
import { actionTitle, markIn, withMark } from '../../crm-fields/outcome-texts.ts';
import { faultFields } from '../../logging.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import { writeOnce } from '../../write-once.ts';
import { removeCopiesLater } from './remove-copies.ts';

interface ActionNote {
  contactId: string;
  action: CallcenterAction['action'];
  lines: readonly string[];
  mark: string;
  /** Set when this may be a repeat: then the note is looked for before it is written. */
  lookFirst: boolean;
}

/** The note that an action leaves with the contact, once. */
export async function leaveNote(context: Context, call: CallContext, note: ActionNote): Promise<void> {
  const parent = { module: 'Contacts', id: note.contactId } as const;
  const find = async () => {
    const notes = await context.crm.notes.listFor(parent, call);
    return notes.some((there) => markIn(there.Note_Content) === note.mark);
  };
  if (note.lookFirst && (await find())) return;
  const text = { Note_Title: actionTitle(note.action), Note_Content: withMark(note.lines, note.mark) };
  const isRepeated = await writeOnce(() => context.crm.notes.create(parent, text, call), find);
  if (isRepeated) removeCopiesLater(context, note.contactId);
}

/** The note of a change that stands already: one that fails is tried again on its own and, in the end, reported. */
export async function noteChange(context: Context, call: CallContext, note: ActionNote): Promise<void> {
  try {
    await leaveNote(context, call, note);
  } catch (error) {
    context.log.warn({ recordId: note.contactId, ...faultFields(error) }, 'the note of a change is tried again');
    context.background.run('change.note', () =>
      leaveNote(context, callFor('background'), { ...note, lookFirst: true }),
    );
  }
}
