import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import type { Task } from '../../crm-contract/shapes/task.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createOnce } from '../crm/create-once.ts';
import { createTask } from '../crm/create-task.ts';
import { settleAll } from '../crm/settle-all.ts';
import type { MessageText } from '../crm/texts/message-texts.ts';
import { markLine } from '../crm/texts/note-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';

export interface MessageWriter extends CrmWriter {
  marks: KeyedMarks;
}

interface Message {
  text: MessageText;
  /** Stands for the press or the event: the mark is made of it, with a secret, so that nobody else can make one. */
  about: string;
  /** Unless nobody can have left it before. */
  lookFirst: boolean;
}

/**
 * Leaves what a customer tells us in the CRM: a note with the deal and a task for the deal's owner, each once, however
 * often the same is asked for. Resolves only when the CRM has both.
 *
 * @returns the note as it was left before; null when it was left just now
 */
export async function leaveMessage(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  message: Message,
): Promise<Note | null> {
  const [earlier] = await settleAll([
    leaveNote(context, crmOptions, found.deal.id, message),
    leaveTask(context, crmOptions, found, message),
  ]);
  return earlier;
}

/** Which of the two are there already. */
export async function findLeft(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  message: Pick<Message, 'text' | 'about'>,
): Promise<{ note: boolean; task: boolean }> {
  const { id } = found.deal;
  const [notes, tasks] = await Promise.all([
    findNotes(context, crmOptions, id, message),
    findTasks(context, crmOptions, id, message),
  ]);
  return { note: notes.length > 0, task: tasks.length > 0 };
}

async function findNotes(
  { crm, marks }: MessageWriter,
  crmOptions: CrmCallOptions,
  dealId: string,
  { text, about }: Pick<Message, 'text' | 'about'>,
): Promise<Note[]> {
  const notes = await crm.notes.listFor({ module: 'Deals', id: dealId }, crmOptions);
  return notes.filter(({ Note_Title, Note_Content }) => {
    return Note_Title?.startsWith(text.kind) && carries(marks, Note_Content, about);
  });
}

async function findTasks(
  { crm, marks }: MessageWriter,
  crmOptions: CrmCallOptions,
  dealId: string,
  { about }: Pick<Message, 'about'>,
): Promise<Task[]> {
  const tasks = await crm.tasks.listFor({ module: 'Deals', id: dealId }, crmOptions);
  return tasks.filter(({ Description }) => carries(marks, Description, about));
}

async function leaveNote(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  dealId: string,
  message: Message,
): Promise<Note | null> {
  const { crm, marks } = context;
  const { text, about, lookFirst } = message;
  const lines = [...text.lines, markLine(marks.sign('note', about))];
  const note = { Note_Title: `${text.kind}${text.kenmerk}`, Note_Content: lines.join('\n') };
  return createOnce(context.background, crmOptions, {
    write: () => crm.notes.create({ module: 'Deals', id: dealId }, note, crmOptions),
    find: (asked) => findNotes(context, asked, dealId, message),
    lookFirst,
    remove: crm.notes.remove,
  });
}

async function leaveTask(
  context: MessageWriter,
  crmOptions: CrmCallOptions,
  { deal, contact }: FoundDeal,
  message: Message,
): Promise<void> {
  const { marks, background } = context;
  const { about, lookFirst } = message;
  const { task } = message.text;
  const toDo = {
    Subject: task.Subject,
    Description: `${task.Description}\n${markLine(marks.sign('note', about))}`,
    Priority: 'High' as const,
    Who_Id: { id: contact.id },
    What_Id: { id: deal.id },
    ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
  };
  await createOnce(background, crmOptions, {
    write: () => createTask(context.crm, toDo, crmOptions),
    find: (asked) => findTasks(context, asked, deal.id, message),
    lookFirst,
    remove: context.crm.tasks.remove,
  });
}

/** Whether the last line is the mark of this very press. Nothing that was typed stands in the last line. */
function carries(marks: KeyedMarks, content: string | null, about: string): boolean {
  const [, mark] = /^Ref: (\S+)$/.exec(content?.split('\n').at(-1) ?? '') ?? [];
  return mark !== undefined && marks.verify('note', about, mark);
}
