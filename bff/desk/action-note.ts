import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import { type CrmWriter, contactTask, createNoteOnce, createTaskOnce, dealTask } from '../crm/create-once.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { actionLines, actionTitle, refIn, withRef } from '../crm/texts/outcome-texts.ts';
import { finishOutcomeTask, refusedNoteTask } from '../crm/texts/task-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { boundedCache } from '../shared-store/shared-store.ts';
import { type CallcenterAction, REFUSED_PARTS, type RefusedPart } from '../view-models/callcenter-action.ts';
import type { Actor } from './action-request.ts';
import type { PlannedCall } from './undoable.ts';

export interface NoteContext extends CrmWriter {
  log: Log;
}

interface ActionNote {
  contactId: string;
  action: CallcenterAction['action'];
  lines: readonly string[];
  ref: string;
  /** True if this may be a repeat: the portal then looks for the note before writing it. */
  lookFirst: boolean;
}

/** Leaves an action's note on the contact, once. */
export async function leaveActionNote(
  context: NoteContext,
  crmOptions: CrmCallOptions,
  note: ActionNote,
): Promise<void> {
  const parent = { module: 'Contacts', id: note.contactId } as const;
  const text = { Note_Title: actionTitle(note.action), Note_Content: withRef(note.lines, note.ref) };
  const isThis = ({ Note_Content }: Note) => refIn(Note_Content) === note.ref;
  await createNoteOnce(context, crmOptions, parent, text, isThis, { lookFirst: note.lookFirst });
}

/** Whether an earlier attempt, here or in another process, left the note of this press. It is written last. */
export async function isNoted(
  { crm }: NoteContext,
  crmOptions: CrmCallOptions,
  contactId: string,
  { ref, mayBeRepeat }: Actor,
): Promise<boolean> {
  if (!mayBeRepeat) return false;
  const notes = await crm.notes.listFor({ module: 'Contacts', id: contactId }, crmOptions);
  return notes.some(({ Note_Content }) => refIn(Note_Content) === ref);
}

/** Writes the note, or a task with the same words if the CRM permanently refuses notes. */
async function leaveTyped(
  context: NoteContext,
  crmOptions: CrmCallOptions,
  note: ActionNote,
  ownerId: string | null,
): Promise<RefusedPart[] | undefined> {
  const refused = new RefusedParts(context, note.contactId);
  await refused.attempt('note', leaveActionNote(context, crmOptions, note));
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

/** What a note says about a change, besides who made it. */
interface Change {
  contactId: string;
  action: CallcenterAction['action'];
  dealName?: string | null;
  /** What the user typed. */
  typed?: string;
  facts: readonly string[];
  /** The owner of the task that replaces a refused note; null if the CRM chooses the owner. */
  ownerId?: string | null;
  lookFirst: boolean;
}

/**
 * Writes the note of a change that was already made. If the user typed text, a failed write fails the request, and a
 * retry writes the note. If the CRM refuses notes, the text goes into a task, and the answer says so. A note without
 * typed text is retried in the background; a final failure is reported.
 */
export async function noteChange(
  context: ChangeContext,
  crmOptions: CrmCallOptions,
  { contactId, action, dealName = null, typed, facts, ownerId = null, lookFirst }: Change,
  { staff, ref }: Actor,
): Promise<RefusedPart[] | undefined> {
  const lines = actionLines({ note: typed, facts, staff: staff?.name ?? null, dealName });
  const note = { contactId, action, lines, ref, lookFirst };
  try {
    if (typed !== undefined) return await leaveTyped(context, crmOptions, note, ownerId);
    await leaveActionNote(context, crmOptions, note);
  } catch (error) {
    if (typed !== undefined) {
      context.pendingNotes.add(note.ref, { facts });
      throw error;
    }
    context.log.warn({ recordId: note.contactId, ...faultFields(error) }, 'the note of a change is retried');
    context.background.retryInBackground('change.note', () =>
      leaveActionNote(context, crmOptionsFor('save'), { ...note, lookFirst: true }),
    );
  }
  return undefined;
}

/** A change for which the note is still to be written. */
export interface PendingChange {
  facts: readonly string[];
  /** The former link, if the change replaces it. */
  former?: string | null;
}

/**
 * Changes whose outcome is unknown, by operation reference. If the request is repeated and the change was made, the
 * repeat writes the note with these facts. A restart loses the facts, and the note of a later repeat is shorter.
 */
export class PendingNotes {
  readonly #changes = boundedCache<string, PendingChange>(1_000);

  add(ref: string, change: PendingChange): void {
    this.#changes.set(ref, change);
  }

  of(ref: string): PendingChange | undefined {
    return this.#changes.get(ref);
  }

  /**
   * Returns the result of `change`. If its outcome is unknown, keeps the answer of `made` for a repeat of the request.
   */
  async keptIfUnknown<T>(ref: string, change: Promise<T>, made: () => PendingChange): Promise<T> {
    try {
      return await change;
    } catch (error) {
      if (error instanceof CrmError && error.sent === 'unknown') this.add(ref, made());
      throw error;
    }
  }
}

/** Call and note hold the same information, so one of them is enough. */
const TOLD_BY_THE_OTHER: ReadonlySet<RefusedPart> = new Set(['call', 'note']);

interface Owned {
  id: string;
  Owner: { id: string } | null;
}

/** The deal and contact of the outcome; null if there is no deal. */
interface ToFinish {
  deal: Owned | null;
  contact: Owned;
}

/**
 * Collects the parts of an outcome that the CRM permanently refuses, by a rule of the organisation or a missing
 * permission. The other parts are recorded, staff is told, and a task asks a colleague to finish the outcome. A
 * temporary CRM failure is an error.
 */
export class RefusedParts {
  readonly #context: NoteContext;
  readonly #contactId: string;
  readonly #parts = new Set<RefusedPart>();

  constructor(context: NoteContext, contactId: string) {
    this.#context = context;
    this.#contactId = contactId;
  }

  /** The refused parts, in a fixed order; undefined if the CRM accepted everything. */
  get parts(): RefusedPart[] | undefined {
    return this.#parts.size === 0 ? undefined : REFUSED_PARTS.filter((part) => this.#parts.has(part));
  }

  has(part: RefusedPart): boolean {
    return this.#parts.has(part);
  }

  add(part: RefusedPart): void {
    this.#parts.add(part);
  }

  /** The result of the part, or null if the CRM refuses it. */
  async attempt<T>(part: RefusedPart, work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      const about = { recordId: this.#contactId, operation: part, ...faultFields(error) };
      this.#context.log.error(about, 'the CRM refuses a part of an outcome');
      this.add(part);
      return null;
    }
  }

  /**
   * Leaves one task for a colleague who has the missing permission. If the callback is refused, the task goes to the
   * colleague who should call back; otherwise it goes to the owner of the deal or contact.
   */
  async askColleague(
    crmOptions: CrmCallOptions,
    { deal, contact }: ToFinish,
    { label, ref, callback }: { label: string; ref: string; callback: PlannedCall | null },
  ): Promise<void> {
    const toDo = (this.parts ?? []).filter((part) => !TOLD_BY_THE_OTHER.has(part));
    if (toDo.length === 0) return;
    const isCallback = callback !== null && this.has('callback');
    const agreedBy = isCallback && callback.ownerId !== null ? { id: callback.ownerId } : null;
    const Owner = isCallback ? agreedBy : (deal ?? contact).Owner;
    const what = {
      ...finishOutcomeTask(label, toDo, { ref, callbackAtMs: callback?.atMs ?? null }),
      Priority: 'High' as const,
      ...(isCallback && { Due_Date: crmInstant(callback.atMs).slice(0, 10) }),
    };
    const task = deal
      ? dealTask({ deal: { id: deal.id, Owner }, contact }, what)
      : contactTask({ id: contact.id, Owner }, what);
    const parent = { module: deal ? 'Deals' : 'Contacts', id: (deal ?? contact).id } as const;
    await this.attempt('task', createTaskOnce(this.#context, crmOptions, parent, task));
  }
}
