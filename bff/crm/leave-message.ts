import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { type CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import type { Task } from '../../crm-contract/shapes/activities.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { settleAll } from './background-jobs.ts';
import {
  type CrmWriter,
  createOnce,
  createTask,
  dealTask,
  type Findable,
  findEarlier,
  type OwnedDeal,
} from './create-once.ts';
import type { MessageText } from './texts/message-texts.ts';
import { carries, type NoteMarks, refLine } from './texts/note-texts.ts';
import { crmOptionsFor } from './time-limits.ts';

export interface MessageWriter extends CrmWriter {
  marks: NoteMarks;
  log: Log;
}

/** The reference in the last line of a note or task, which only the portal can make, and how to recognise it. */
export interface LastLine {
  ref: string;
  isIn(content: string): boolean;
}

export interface Message {
  text: MessageText;
  /**
   * Identifies the request or event. Contains either the last lines of note and task, or a text whose mark becomes both
   * last lines.
   */
  about: string | Record<'note' | 'task', LastLine>;
  /** False only if no note can exist yet. */
  lookFirst: boolean;
}

/**
 * Stores a customer's message in the CRM: a note on the deal and a task for the deal's owner, each once, however often
 * the request is repeated. Resolves when the CRM has both, or has one and refuses the other. One is enough, because
 * each contains the whole message. An error would make the customer send the message again, and leave a second copy
 * (decision J5).
 *
 * @returns the note if it already existed; null if it was written now, or is refused
 */
export async function leaveMessage(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  message: Message,
): Promise<Note | null> {
  const recordId = found.deal.id;
  const [note, task] = await settleAll([
    unlessRefused(leaveNote(context, crmOptions, recordId, message)),
    unlessRefused(leaveTask(context, crmOptions, found, message)),
  ]);
  if ('refused' in note && 'refused' in task) throw note.refused;
  const again = { ...message, lookFirst: true };
  if ('refused' in note) {
    retryRefused(context, recordId, () => leaveNote(context, crmOptionsFor('background'), recordId, again));
    return null;
  }
  if ('refused' in task) {
    retryRefused(context, recordId, () => leaveTask(context, crmOptionsFor('background'), found, again));
  }
  return note.left;
}

/** The stored record, or the CRM's refusal. */
async function unlessRefused<T>(work: Promise<T>): Promise<{ left: T } | { refused: CrmError }> {
  try {
    return { left: await work };
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    return { refused: error };
  }
}

/** Writes a refused note or task again, and retries while the CRM fails. A second refusal is logged. */
export function retryRefused(
  { background, log }: Pick<MessageWriter, 'background' | 'log'>,
  recordId: string,
  write: () => Promise<unknown>,
): void {
  background.retryInBackground('message.again', () =>
    write().catch((error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
      log.error({ recordId, ...faultFields(error) }, 'the CRM takes no note or task about a message of a customer');
    }),
  );
}

/** Whether the note and the task of a message already exist. */
export async function findLeft(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  message: Omit<Message, 'lookFirst'>,
): Promise<{ note: boolean; task: boolean }> {
  const { id } = found.deal;
  const [note, task] = await Promise.all([
    findEarlier(context.background, crmOptions, noteOf(context, id, message)),
    findEarlier(context.background, crmOptions, taskOf(context, id, message)),
  ]);
  return { note: note !== undefined, task: task !== undefined };
}

/** A mark is an HMAC of its text, so that nobody else can make it. */
function lastLine(marks: NoteMarks, about: Message['about'], of: 'note' | 'task'): LastLine {
  if (typeof about !== 'string') return about[of];
  return { ref: marks.sign('note', about), isIn: (content) => carries(marks, content, about) };
}

function noteOf(
  { crm: { notes }, marks }: MessageWriter,
  dealId: string,
  { text, about }: Omit<Message, 'lookFirst'>,
): Findable<Note> {
  const { isIn } = lastLine(marks, about, 'note');
  const isThis = ({ Note_Title, Note_Content }: Note) => Note_Title?.startsWith(text.kind) && isIn(Note_Content ?? '');
  return {
    find: async (asked) => (await notes.listFor({ module: 'Deals', id: dealId }, asked)).filter(isThis),
    remove: notes.remove,
  };
}

function taskOf(
  { crm: { tasks }, marks }: MessageWriter,
  dealId: string,
  { about }: Pick<Message, 'about'>,
): Findable<Task> {
  const { isIn } = lastLine(marks, about, 'task');
  const isThis = ({ Description }: Task) => isIn(Description ?? '');
  return {
    find: async (asked) => (await tasks.listFor({ module: 'Deals', id: dealId }, asked)).filter(isThis),
    remove: tasks.remove,
  };
}

/** The stored text. */
export function noteContent(
  { marks }: Pick<MessageWriter, 'marks'>,
  { text, about }: Omit<Message, 'lookFirst'>,
): string {
  return [...text.lines, refLine(lastLine(marks, about, 'note').ref)].join('\n');
}

export async function leaveNote(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  dealId: string,
  message: Message,
): Promise<Note | null> {
  const { crm } = context;
  const { text, lookFirst } = message;
  const note = { Note_Title: `${text.kind}${text.kenmerk}`, Note_Content: noteContent(context, message) };
  return createOnce(context.background, crmOptions, {
    ...noteOf(context, dealId, message),
    write: () => crm.notes.create({ module: 'Deals', id: dealId }, note, crmOptions),
    lookFirst,
  });
}

export async function leaveTask(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  message: Message,
): Promise<void> {
  const { marks, background } = context;
  const { about, lookFirst } = message;
  const { task } = message.text;
  const toDo = dealTask(found, {
    Subject: task.Subject,
    Description: `${task.Description}\n${refLine(lastLine(marks, about, 'task').ref)}`,
    Priority: 'High',
  });
  await createOnce(background, crmOptions, {
    ...taskOf(context, found.deal.id, message),
    write: () => createTask(context.crm, toDo, crmOptions),
    lookFirst,
  });
}
