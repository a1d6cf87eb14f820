import { setTimeout as pause } from 'node:timers/promises';
import { CrmError } from '../crm-contract/errors.ts';

const TRIES = 3;
/** How long a write that was cut off may still need before it shows up in a list. */
const SETTLE_MS = 700;

/**
 * A write that must not happen twice (note, task, attachment): when its outcome is unknown, looks whether it is there
 * before it is tried again (reference: check, then retry). `find` answers from a related list, never from search. When
 * the CRM cannot even say that, the write's own error stands: it may have happened.
 *
 * @returns whether it was sent more than once: a commit that came late may then have left a copy
 */
export async function writeOnce(
  write: () => Promise<unknown>,
  find: () => Promise<boolean>,
  tries = TRIES,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return attempt > 1;
    } catch (error) {
      if (!(error instanceof CrmError) || error.sent !== 'unknown') throw error;
      if (await isThere(find, error)) return attempt > 1;
      await pause(SETTLE_MS);
      if (await isThere(find, error)) return attempt > 1;
      if (attempt >= tries) throw error;
    }
  }
}

async function isThere(find: () => Promise<boolean>, lost: CrmError): Promise<boolean> {
  try {
    return await find();
  } catch (error) {
    throw error instanceof CrmError ? lost : error;
  }
}
