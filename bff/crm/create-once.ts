import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { NewNote, Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { NewTask } from '../../crm-contract/shapes/activities.ts';
import { heldLocks, type StoreLock } from '../shared-store/store-lock.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import { crmOptionsFor } from './time-limits.ts';

export interface CrmWriter {
  crm: CrmClient;
  background: BackgroundJobs;
}

/** How to find a record that should exist once, and how to remove copies. */
export interface Findable<Found extends { id: string } = { id: string }> {
  /** Existing records, read from a related list and never from a search. */
  find: (crmOptions: CrmCallOptions) => Promise<readonly Found[]>;
  /** The ids to delete once no late commit is possible; by default all but the oldest. */
  findCopies?: (crmOptions: CrmCallOptions) => Promise<readonly string[]>;
  remove: (id: string, crmOptions: CrmCallOptions) => Promise<unknown>;
}

/** A record to create exactly once: a note, a task, a call, an attachment. */
export interface OneRecord<Found extends { id: string } = { id: string }> extends Findable<Found> {
  write: () => Promise<unknown>;
  /** The record may already exist: the portal looks for it before the first write, which costs a call. */
  lookFirst?: boolean;
  /** An earlier attempt may still be committed. */
  mayComeYet?: boolean;
}

const MOST_ATTEMPTS = 3;
/** How long an interrupted write may take to appear in a list. */
const SETTLE_MS = 700;
/** After this time a write is committed, or never will be. */
export const LATEST_COMMIT_MS = 5_000;

/**
 * A write that must not happen twice. If its outcome is unknown, checks whether the record exists before retrying
 * (reliability §1.3). If the CRM cannot answer that either, throws the write's own error, because the write may have
 * happened.
 *
 * The CRM may commit a write after the last check and leave a copy. Once no late commit is possible, all records but
 * the oldest are deleted. This is also done if another process may have written. If the write was sent twice, the
 * copies are deleted before this function resolves: a client with an answer does not retry, and a killed process
 * forgets the copies. If the lock was lost during the search, the function searches again before it writes.
 *
 * @returns the record that existed before the first write, or the last of several; null if it was created now
 */
export async function createOnce<Found extends { id: string }>(
  background: BackgroundJobs,
  crmOptions: CrmCallOptions,
  record: OneRecord<Found>,
): Promise<Found | null> {
  const locks = heldLocks();
  let copiesMayCome = record.mayComeYet === true;
  try {
    for (let looks = record.lookFirst === true, seen = 0; ; looks = true) {
      const there = looks ? await record.find(crmOptions) : [];
      copiesMayCome ||= there.length > 1;
      const earlier = there.at(-1);
      if (earlier) return earlier;
      const losses = await lossesOf(locks);
      if (losses === seen) break;
      seen = losses;
    }
    let attempt = 1;
    let lost: CrmError | undefined;
    for (; ; attempt += 1) {
      try {
        await record.write();
        break;
      } catch (error) {
        if (!(error instanceof CrmError)) throw error;
        // An earlier attempt may still be committed, so a refusal of this one does not mean that nothing was sent.
        if (error.sent !== 'unknown') throw lost ?? error;
        lost = error;
        copiesMayCome = true;
        if (await isThere(record, crmOptions, error)) break;
        await background.pause(SETTLE_MS);
        if (await isThere(record, crmOptions, error)) break;
        if (attempt >= MOST_ATTEMPTS) throw error;
      }
    }
    if (attempt > 1) copiesMayCome = !(await triesToRemoveCopies(background, record));
    return null;
  } finally {
    copiesMayCome ||= locks.some(({ mayBeShared }) => mayBeShared);
    if (copiesMayCome) background.retryInBackground('copies.remove', () => removeCopies(background, record));
  }
}

/** The existing record, or the last of several. A killed process may have left copies, which are removed. */
export async function findEarlier<Found extends { id: string }>(
  background: BackgroundJobs,
  crmOptions: CrmCallOptions,
  record: Findable<Found>,
): Promise<Found | undefined> {
  const found = await record.find(crmOptions);
  if (found.length > 1) background.retryInBackground('copies.remove', () => removeCopies(background, record));
  return found.at(-1);
}

async function lossesOf(locks: readonly StoreLock[]): Promise<number> {
  const losses = await Promise.all(locks.map((lock) => lock.losses()));
  return losses.reduce((sum, each) => sum + each, 0);
}

async function isThere({ find }: OneRecord, crmOptions: CrmCallOptions, lost: CrmError): Promise<boolean> {
  try {
    return (await find(crmOptions)).length > 0;
  } catch (error) {
    throw error instanceof CrmError ? lost : error;
  }
}

/** Removes possible copies; false if the CRM fails. */
async function triesToRemoveCopies(background: BackgroundJobs, record: OneRecord): Promise<boolean> {
  try {
    await removeCopies(background, record, 'read');
    return true;
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    return false;
  }
}

async function removeCopies(
  background: BackgroundJobs,
  { find, findCopies, remove }: Findable,
  purpose: 'read' | 'background' = 'background',
): Promise<void> {
  await background.pause(LATEST_COMMIT_MS);
  const crmOptions = crmOptionsFor(purpose);
  const copies = findCopies ? await findCopies(crmOptions) : allButFirst(await find(crmOptions));
  for (const id of copies) await remove(id, crmOptions);
}

/** The CRM's ids increase: the lowest is the oldest. */
export function oldestFirst<R extends { id: string }>(records: readonly R[]): R[] {
  return records.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

export function allButFirst(records: readonly { id: string }[]): string[] {
  return oldestFirst(records)
    .slice(1)
    .map(({ id }) => id);
}

/** Records with the same key as an older one; a record without a key is no copy. */
export function copiesAmong<R extends { id: string }>(records: readonly R[], keyOf: (record: R) => string | null): R[] {
  const seen = new Set<string>();
  return oldestFirst(records).filter((record) => {
    const key = keyOf(record);
    const isCopy = key !== null && seen.has(key);
    if (key !== null) seen.add(key);
    return isCopy;
  });
}

/**
 * Creates a task. An owner who has left cannot own new records. Then the API user owns the task, and colleagues still
 * find it beside its record.
 */
export async function createTask({ tasks }: CrmClient, task: NewTask, crmOptions: CrmCallOptions): Promise<void> {
  try {
    await tasks.create(task, crmOptions);
  } catch (error) {
    const isOwnerRefused = error instanceof CrmError && error.kind === 'invalid' && error.fields?.includes('Owner');
    const { Owner, ...ownerless } = task;
    if (!isOwnerRefused || !Owner) throw error;
    await tasks.create(ownerless, crmOptions);
  }
}

/** Ensures that one open task with this subject exists on the record. `lookFirst` is false if there can be none yet. */
export async function createTaskOnce(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  parent: { module: 'Contacts' | 'Deals'; id: string },
  task: NewTask,
  lookFirst = true,
): Promise<void> {
  const { tasks } = context.crm;
  const find = async (asked: CrmCallOptions) => {
    const there = await tasks.listOpenFor(parent, asked);
    return there.filter(({ Subject, Status }) => Subject === task.Subject && Status !== 'Completed');
  };
  await createOnce(context.background, crmOptions, {
    write: () => createTask(context.crm, task, crmOptions),
    find,
    lookFirst,
    remove: tasks.remove,
  });
}

/** A deal with its owner and contact. */
export interface OwnedDeal {
  deal: { id: string; Owner: { id: string } | null };
  contact: { id: string };
}

type WhatToDo = Omit<NewTask, 'Who_Id' | 'What_Id' | 'Owner'>;

/** A task about a contact, for its owner; without one the API user owns it. */
export function contactTask({ id, Owner }: { id: string; Owner: { id: string } | null }, task: WhatToDo): NewTask {
  return { ...task, Who_Id: { id }, ...(Owner && { Owner: { id: Owner.id } }) };
}

/** A task about a deal, for the deal's owner. */
export function dealTask({ deal, contact }: OwnedDeal, task: WhatToDo): NewTask {
  return { ...contactTask({ id: contact.id, Owner: deal.Owner }, task), What_Id: { id: deal.id } };
}

/** Ensures that the deal's owner has one open task with this subject. */
export function createDealTaskOnce(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  task: WhatToDo,
  lookFirst = true,
): Promise<void> {
  return createTaskOnce(context, crmOptions, { module: 'Deals', id: found.deal.id }, dealTask(found, task), lookFirst);
}

/** Creates a note exactly once: `isThis` recognises it among the record's notes. */
export function createNoteOnce(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  parent: { module: 'Contacts' | 'Deals'; id: string },
  note: NewNote,
  isThis: (note: Note) => boolean,
  options: Pick<OneRecord, 'lookFirst' | 'mayComeYet'> = {},
): Promise<Note | null> {
  const { notes } = context.crm;
  return createOnce(context.background, crmOptions, {
    write: () => notes.create(parent, note, crmOptions),
    find: async (asked) => (await notes.listFor(parent, asked)).filter(isThis),
    remove: notes.remove,
    ...options,
  });
}
