import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { contactTask, createNoteOnce, createTaskOnce } from '../crm/notes-and-tasks.ts';
import { actionTitle, refIn, withRef } from '../crm/texts/outcome-texts.ts';
import { refusedNoteTask } from '../crm/texts/task-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { CallcenterAction, RefusedPart } from '../view-models/callcenter-action.ts';
import { RefusedParts } from './refused-parts.ts';

export interface NoteContext extends CrmWriter {
  log: Log;
}

interface ActionNote {
  contactId: string;
  action: CallcenterAction['action'];
  lines: readonly string[];
  ref: string;
  /** Set if this may be a repeat: then the note is searched for before it is written. */
  lookFirst: boolean;
}

/** Leaves an action's note on the contact, once. */
export async function leaveNote(context: NoteContext, crmOptions: CrmCallOptions, note: ActionNote): Promise<void> {
  const parent = { module: 'Contacts', id: note.contactId } as const;
  const text = { Note_Title: actionTitle(note.action), Note_Content: withRef(note.lines, note.ref) };
  const isThis = ({ Note_Content }: Note) => refIn(Note_Content) === note.ref;
  await createNoteOnce(context, crmOptions, parent, text, isThis, { lookFirst: note.lookFirst });
}

/** Writes the note, or a task with the same words if the CRM permanently refuses notes. */
async function leaveTyped(
  context: NoteContext,
  crmOptions: CrmCallOptions,
  note: ActionNote,
  ownerId: string | null,
): Promise<RefusedPart[] | undefined> {
  const refused = new RefusedParts(context, note.contactId);
  await refused.attempt('note', leaveNote(context, crmOptions, note));
  if (refused.has('note')) {
    const parent = { module: 'Contacts', id: note.contactId } as const;
    const Owner = ownerId === null ? null : { id: ownerId };
    const toDo = { ...refusedNoteTask(note.lines, note.ref), Priority: 'High' as const };
    const task = contactTask({ id: note.contactId, Owner }, toDo);
    await createTaskOnce(context, crmOptions, parent, task, note.lookFirst);
  }
  return refused.parts;
}

export interface ChangeContext extends NoteContext {
  pendingNotes: PendingNotes;
}

/**
 * Writes the note of a change that was already made. If the user typed text, a failed write fails the request, and a
 * retry writes the note; if the CRM refuses notes, the text goes into a task and the answer says so. A note without
 * typed text is retried in the background and finally reported.
 */
export async function noteChange(
  context: ChangeContext,
  crmOptions: CrmCallOptions,
  note: ActionNote,
  { typed, facts, ownerId }: { typed: string | undefined; facts: readonly string[]; ownerId: string | null },
): Promise<RefusedPart[] | undefined> {
  try {
    if (typed !== undefined) return await leaveTyped(context, crmOptions, note, ownerId);
    await leaveNote(context, crmOptions, note);
  } catch (error) {
    if (typed !== undefined) {
      context.pendingNotes.add(note.ref, facts);
      throw error;
    }
    context.log.warn({ recordId: note.contactId, ...faultFields(error) }, 'the note of a change is retried');
    context.background.retryInBackground('change.note', () =>
      leaveNote(context, crmOptionsFor('save'), { ...note, lookFirst: true }),
    );
  }
  return undefined;
}

/**
 * Note texts of changes with an unknown outcome, by operation reference: if a repeated request finds the change made,
 * it writes this note. After a restart a shorter text is used.
 */
export class PendingNotes {
  readonly #facts = boundedCache<string, readonly string[]>(1_000);

  add(ref: string, facts: readonly string[]): void {
    this.#facts.set(ref, facts);
  }

  of(ref: string): readonly string[] | undefined {
    return this.#facts.get(ref);
  }
}
