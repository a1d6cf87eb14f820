import { setTimeout as pause } from 'node:timers/promises';
import { CrmError } from '../crm-contract/errors.ts';

const TRIES = 3;
/** How long a write that was cut off may still need before it shows up in a list. */
const SETTLE_MS = 700;

/**
 * A write that must not happen twice (note, task, attachment): when its outcome is unknown, looks whether it is there
 * before it is tried again (reference: check, then retry). `find` answers from a related list, never from search.
 */
export async function writeOnce(write: () => Promise<unknown>, find: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (!(error instanceof CrmError) || error.sent !== 'unknown') throw error;
      if (await find()) return;
      await pause(SETTLE_MS);
      if (await find()) return;
      if (attempt === TRIES) throw error;
    }
  }
}
