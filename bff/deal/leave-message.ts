import { setTimeout as wait } from 'node:timers/promises';
import type { CallContext } from '../../crm-contract/call-context.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import { callFor } from '../calls.ts';
import type { Context } from '../context.ts';
import type { MessageText } from '../crm-fields/message-texts.ts';
import { markLine } from '../crm-fields/note-texts.ts';
import { writeOnce } from '../write-once.ts';
import type { FoundDeal } from './read-deal.ts';

/** By then a write that was cut off has been committed, or never will be. */
const LATEST_COMMIT_MS = 5_000;

/**
 * Leaves what a customer tells us in the CRM: a note with the deal and a task for the deal's owner, each once, however
 * often the same mark comes. Resolves only when the CRM has both.
 *
 * @returns the note as it was left before, by an earlier call with this mark; null when it was left just now
 */
export async function leaveMessage(
  context: Context,
  call: CallContext,
  found: FoundDeal,
  text: MessageText,
  mark: string,
): Promise<Note | null> {
  const [earlier] = await Promise.all([
    leaveNote(context, call, found.deal.id, text, mark),
    leaveTask(context, call, found, text, mark),
  ]);
  return earlier;
}

/** The note that carries this mark, the oldest if a slow CRM took it twice. */
export async function findNote(
  context: Context,
  call: CallContext,
  dealId: string,
  mark: string,
): Promise<Note | null> {
  const notes = await context.crm.notes.listFor({ module: 'Deals', id: dealId }, call);
  return notes.findLast(({ Note_Content }) => carries(Note_Content, mark)) ?? null;
}

async function leaveNote(
  context: Context,
  call: CallContext,
  dealId: string,
  { title, lines }: MessageText,
  mark: string,
): Promise<Note | null> {
  const earlier = await findNote(context, call, dealId, mark);
  if (earlier) return earlier;
  const parent = { module: 'Deals', id: dealId } as const;
  const note = { Note_Title: title, Note_Content: [...lines, markLine(mark)].join('\n') };
  const isRepeated = await writeOnce(
    () => context.crm.notes.create(parent, note, call),
    async () => (await findNote(context, call, dealId, mark)) !== null,
  );
  if (isRepeated) removeCopiesLater(context, dealId, mark);
  return null;
}

async function leaveTask(
  context: Context,
  call: CallContext,
  { deal, contact }: FoundDeal,
  { task }: MessageText,
  mark: string,
): Promise<void> {
  const isThere = async () => {
    const tasks = await context.crm.tasks.listFor({ module: 'Deals', id: deal.id }, call);
    return tasks.some(({ Description }) => carries(Description, mark));
  };
  if (await isThere()) return;
  const toDo = {
    Subject: task.Subject,
    Description: `${task.Description}\n${markLine(mark)}`,
    Priority: 'High' as const,
    Who_Id: { id: contact.id },
    What_Id: { id: deal.id },
    ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
  };
  const isRepeated = await writeOnce(() => context.crm.tasks.create(toDo, call), isThere);
  if (isRepeated) removeCopiesLater(context, deal.id, mark);
}

function carries(text: string | null, mark: string): boolean {
  return text?.split('\n').includes(markLine(mark)) === true;
}

/** After a write that had to be sent twice: looks later whether both came through, and takes the younger one away. */
function removeCopiesLater({ background, crm }: Context, dealId: string, mark: string): void {
  background.run('message.removeCopies', async () => {
    await wait(LATEST_COMMIT_MS);
    const call = callFor('background');
    const parent = { module: 'Deals', id: dealId } as const;
    const notes = await crm.notes.listFor(parent, call);
    const tasks = await crm.tasks.listFor(parent, call);
    const ours = (text: string | null) => carries(text, mark);
    for (const id of copies(notes.filter((note) => ours(note.Note_Content)))) await crm.notes.remove(id, call);
    for (const id of copies(tasks.filter((task) => ours(task.Description)))) await crm.tasks.remove(id, call);
  });
}

/** All but the record that was there first. */
function copies(records: readonly { id: string }[]): string[] {
  const ids = records.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  return ids.slice(1);
}
