import { setTimeout as wait } from 'node:timers/promises';
import { callFor } from '../../calls.ts';
import type { Context } from '../../context.ts';
import { markIn } from '../../crm-fields/outcome-texts.ts';
import { copiesAmong } from '../read-notes.ts';

/** By then a write that was cut off has been committed, or never will be. */
const LATEST_COMMIT_MS = 5_000;

/** After a write that had to be sent twice: looks later whether both came through, and takes the second away. */
export function removeCopiesLater(context: Context, contactId: string): void {
  context.background.run('copies.remove', async () => {
    await wait(LATEST_COMMIT_MS);
    const parent = { module: 'Contacts', id: contactId } as const;
    const call = callFor('background');
    const [notes, calls] = await Promise.all([
      context.crm.notes.listFor(parent, call),
      context.crm.calls.listFor(parent, call),
    ]);
    for (const { id } of copiesAmong(notes, (note) => markIn(note.Note_Content)))
      await context.crm.notes.remove(id, call);
    for (const status of ['Completed', 'Scheduled']) {
      const same = calls.filter((each) => each.Outbound_Call_Status === status);
      for (const { id } of copiesAmong(same, (each) => markIn(each.Description)))
        await context.crm.calls.remove(id, call);
    }
  });
}
