import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Note } from '../../crm-contract/shapes/note.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createOnce } from '../crm/create-once.ts';
import { settleAll } from '../crm/settle-all.ts';
import type { MessageText } from '../crm/texts/message-texts.ts';
import { markLine } from '../crm/texts/note-texts.ts';
import type { FoundDeal } from '../quote/found-deal.ts';

/**
 * Stores a customer's message in the CRM: a note on the deal and a task for its owner, each once per reference.
 * Resolves only when the CRM has both.
 *
 * @returns the note of an earlier call with this reference; null when it was created now
 */
export async function leaveMessage(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  found: FoundDeal,
  text: MessageText,
  mark: string,
): Promise<Note | null> {
  const [earlier] = await settleAll([
    leaveNote(context, crmOptions, found.deal.id, text, mark),
    leaveTask(context, crmOptions, found, text, mark),
  ]);
  return earlier;
}

/** The note with this reference, the oldest if a slow CRM stored it twice. */
export async function findNote(
  context: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  dealId: string,
  mark: string,
): Promise<Note | null> {
  return (await findNotes(context, crmOptions, dealId, mark)).at(-1) ?? null;
}

async function findNotes(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  dealId: string,
  mark: string,
): Promise<Note[]> {
  const notes = await crm.notes.listFor({ module: 'Deals', id: dealId }, crmOptions);
  return notes.filter(({ Note_Content }) => carries(Note_Content, mark));
}

async function leaveNote(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  dealId: string,
  { title, lines }: MessageText,
  mark: string,
): Promise<Note | null> {
  const earlier = await findNote(context, crmOptions, dealId, mark);
  if (earlier) return earlier;
  const parent = { module: 'Deals', id: dealId } as const;
  const note = { Note_Title: title, Note_Content: [...lines, markLine(mark)].join('\n') };
  await createOnce(context.background, crmOptions, {
    write: () => context.crm.notes.create(parent, note, crmOptions),
    find: async (asked) => (await findNotes(context, asked, dealId, mark)).map(({ id }) => id),
    remove: context.crm.notes.remove,
  });
  return null;
}

async function leaveTask(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  { deal, contact }: FoundDeal,
  { task }: MessageText,
  mark: string,
): Promise<void> {
  const { tasks } = context.crm;
  const find = async (asked: CrmCallOptions) => {
    const there = await tasks.listFor({ module: 'Deals', id: deal.id }, asked);
    return there.flatMap(({ id, Description }) => (carries(Description, mark) ? [id] : []));
  };
  if ((await find(crmOptions)).length > 0) return;
  const toDo = {
    Subject: task.Subject,
    Description: `${task.Description}\n${markLine(mark)}`,
    Priority: 'High' as const,
    Who_Id: { id: contact.id },
    What_Id: { id: deal.id },
    ...(deal.Owner && { Owner: { id: deal.Owner.id } }),
  };
  await createOnce(context.background, crmOptions, {
    write: () => tasks.create(toDo, crmOptions),
    find,
    remove: tasks.remove,
  });
}

function carries(text: string | null, mark: string): boolean {
  return text?.split('\n').includes(markLine(mark)) === true;
}
