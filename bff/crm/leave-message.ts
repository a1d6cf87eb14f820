import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError, orRefusal } from '../../crm-contract/errors.ts';
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
  log: Log;
}

/** The reference in the last line of a note or task, which only the portal can make, and how to recognise it. */
export interface LastLine {
  ref: string;
  isIn(content: string): boolean;
}
type LastLines = Record<'note' | 'task', LastLine>;

/** The mark of a text as the last line of note and task. It is an HMAC, so that nobody else can make it. */
export function markedBy(marks: NoteMarks, about: string): LastLines {
  const line: LastLine = { ref: marks.sign('note', about), isIn: (content) => carries(marks, content, about) };
  return { note: line, task: line };
}

export interface Message {
  text: MessageText;
  /** Identify the request or event, so that a repeat finds note and task. */
  lastLines: LastLines;
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
    orRefusal(leaveNote(context, crmOptions, recordId, message)),
    orRefusal(leaveTask(context, crmOptions, found, message)),
  ]);
  if (task instanceof CrmError) {
    if (note instanceof CrmError) throw note;
    retryRefused(context, recordId, () => leaveTask(context, crmOptionsFor('background'), found, message));
  }
  if (!(note instanceof CrmError)) return note;
  retryRefused(context, recordId, () => leaveNote(context, crmOptionsFor('background'), recordId, message));
  return null;
}

/** Writes a refused note or task again, and retries while the CRM fails. A second refusal is logged. */
export function retryRefused(
  { background, log }: Pick<MessageWriter, 'background' | 'log'>,
  recordId: string,
  write: () => Promise<unknown>,
): void {
  background.retryInBackground('message.again', async () => {
    const left = await orRefusal(write());
    if (!(left instanceof CrmError)) return;
    log.error({ recordId, ...faultFields(left) }, 'the CRM takes no note or task about a message of a customer');
  });
}

/** Whether the task of a message already exists. Also removes copies of note and task that a killed process left. */
export async function isTaskLeft(
  { crm, background }: CrmWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  message: Message,
): Promise<boolean> {
  const { id } = found.deal;
  const [, task] = await Promise.all([
    findEarlier(background, crmOptions, noteOf(crm, id, message)),
    findEarlier(background, crmOptions, taskOf(crm, id, message)),
  ]);
  return task !== undefined;
}

function noteOf({ notes }: CrmClient, dealId: string, { text, lastLines }: Message): Findable<Note> {
  const isThis = ({ Note_Title, Note_Content }: Note) =>
    Note_Title?.startsWith(text.kind) && lastLines.note.isIn(Note_Content ?? '');
  return {
    find: async (asked) => (await notes.listFor({ module: 'Deals', id: dealId }, asked)).filter(isThis),
    remove: notes.remove,
  };
}

function taskOf({ tasks }: CrmClient, dealId: string, { lastLines }: Message): Findable<Task> {
  const isThis = ({ Description }: Task) => lastLines.task.isIn(Description ?? '');
  return {
    find: async (asked) => (await tasks.listFor({ module: 'Deals', id: dealId }, asked)).filter(isThis),
    remove: tasks.remove,
  };
}

/** The stored text. */
export function noteContent({ text, lastLines }: Message): string {
  return [...text.lines, refLine(lastLines.note.ref)].join('\n');
}

/** @returns the note if it already existed; null if it was written now */
export function leaveNote(
  { crm, background }: CrmWriter,
  crmOptions: CrmCallOptions,
  dealId: string,
  message: Message,
): Promise<Note | null> {
  const { kind, kenmerk } = message.text;
  const note = { Note_Title: `${kind}${kenmerk}`, Note_Content: noteContent(message) };
  return createOnce(background, crmOptions, {
    ...noteOf(crm, dealId, message),
    write: () => crm.notes.create({ module: 'Deals', id: dealId }, note, crmOptions),
    lookFirst: true,
  });
}

/** `lookFirst` is false only if there can be no task yet. */
export async function leaveTask(
  { crm, background }: CrmWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  message: Message,
  lookFirst = true,
): Promise<void> {
  const { Subject, Description } = message.text.task;
  const withRef = `${Description}\n${refLine(message.lastLines.task.ref)}`;
  const task = dealTask(found, { Subject, Description: withRef, Priority: 'High' });
  await createOnce(background, crmOptions, {
    ...taskOf(crm, found.deal.id, message),
    write: () => createTask(crm, task, crmOptions),
    lookFirst,
  });
}
