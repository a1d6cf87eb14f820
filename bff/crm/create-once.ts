import { setTimeout as pause } from 'node:timers/promises';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import { crmOptionsFor } from './call-options.ts';

/** What writes to the CRM: its client, and the work that goes on after the answer. */
export interface CrmWriter {
  crm: CrmClient;
  background: BackgroundJobs;
}

/** What is to be in the CRM once: a note, a task, a call, an attachment. */
export interface OneRecord {
  write: () => Promise<unknown>;
  /** The ids under which it is there already, from a related list and never from a search. */
  find: (crmOptions: CrmCallOptions) => Promise<readonly string[]>;
  remove: (id: string, crmOptions: CrmCallOptions) => Promise<unknown>;
  /** The ids of what is too much, once nothing can come any more; unless told, all but the first of those found. */
  findCopies?: (crmOptions: CrmCallOptions) => Promise<readonly string[]>;
  /** Somebody tried before, and the CRM may still be at it. */
  mayComeYet?: boolean;
}

const TRIES = 3;
/** How long a write that was cut off may still need before it shows up in a list. */
const SETTLE_MS = 700;
/** By then it has been committed, or never will be. */
const LATEST_COMMIT_MS = 5_000;

/**
 * A write that must not happen twice: when its outcome is unknown, looks whether it is there before it is tried again
 * (reference: check, then retry). When the CRM cannot even say that, the write's own error stands: it may have happened.
 * A commit that comes after the last look would leave a copy, so once nothing can come any more all but the first is
 * taken away.
 */
export async function createOnce(
  background: BackgroundJobs,
  crmOptions: CrmCallOptions,
  record: OneRecord,
  tries = TRIES,
): Promise<void> {
  let copiesMayCome = record.mayComeYet === true;
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await record.write();
        return;
      } catch (error) {
        if (!(error instanceof CrmError) || error.sent !== 'unknown') throw error;
        copiesMayCome = true;
        if (await isThere(record, crmOptions, error)) return;
        await pause(SETTLE_MS);
        if (await isThere(record, crmOptions, error)) return;
        if (attempt >= tries) throw error;
      }
    }
  } finally {
    if (copiesMayCome) background.insist('copies.remove', () => removeCopies(record));
  }
}

async function isThere({ find }: OneRecord, crmOptions: CrmCallOptions, lost: CrmError): Promise<boolean> {
  try {
    return (await find(crmOptions)).length > 0;
  } catch (error) {
    throw error instanceof CrmError ? lost : error;
  }
}

async function removeCopies({ find, findCopies, remove }: OneRecord): Promise<void> {
  await pause(LATEST_COMMIT_MS);
  const crmOptions = crmOptionsFor('background');
  const copies = findCopies ? await findCopies(crmOptions) : allButFirst(await find(crmOptions));
  for (const id of copies) await remove(id, crmOptions);
}

/** The CRM counts its ids up. */
export function allButFirst(ids: readonly string[]): readonly string[] {
  return ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).slice(1);
}
