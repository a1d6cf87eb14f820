import PQueue from 'p-queue';
import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, columns, coql, inGroups, LARGEST_PAGE, recordId } from '../../crm-contract/coql.ts';
import { MOST_RECORDS } from '../../crm-contract/endpoints/records.ts';
import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { count, fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import { newContactLink } from '../access/survey-link.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { reasonOf } from './finding.ts';

const tallyShape = z.object({ tally: count });
const rowShape = contactShape.pick({ id: true, survey1_hash: true, Modified_Time: true });
type Row = z.output<typeof rowShape>;

/** Contacts without a personal link. */
export function countWithoutHash(crm: CrmClient): Promise<number> {
  return countWhere(crm, coql`survey1_hash is null`);
}

/** Contacts whose link was made with a secret that is no longer configured: such a link works, but only by a lookup. */
export async function countOfRemovedSecrets(crm: CrmClient, { secretIds }: KeyedMarks): Promise<number> {
  // The CRM supports "begins with", but not its negation (crm-api §3.2).
  const counts = ['', ...secretIds].map((id) => countWhere(crm, coql`survey1_hash like ${`k-${id}%`}`));
  const [all = 0, ...ours] = await Promise.all(counts);
  return ours.reduce((others, count) => others - count, all);
}

async function countWhere(crm: CrmClient, where: Coql): Promise<number> {
  const query = coql`select COUNT(id) as tally from Contacts where ${where}`;
  const [row] = await crm.query(query, tallyShape, crmOptionsFor('read'));
  return row?.tally ?? 0;
}

interface Pace {
  /** The number of parallel writes. */
  sideBySide?: number;
  /** Called after each batch with the number of contacts processed. */
  onProgress?: (looked: number) => void;
}

/**
 * Gives a `survey1_hash` and its link to every contact without one. Never replaces an existing hash: the CRM refuses
 * the write if the contact changed since the read. Can be repeated at any time, and then continues with the remaining
 * contacts.
 *
 * @returns in words: how many contacts got a hash, how many the CRM refused with which code, and what stopped the run
 */
export async function giveHashes(
  crm: CrmClient,
  marks: KeyedMarks,
  publicUrl: string,
  { sideBySide = 1, onProgress = () => {} }: Pace = {},
): Promise<string> {
  const writes = new PQueue({ concurrency: sideBySide });
  const endings = new Map<string, number>();
  let looked = 0;
  let stopped: CrmError | null = null;

  async function giveBatch(batch: readonly Row[]): Promise<void> {
    if (stopped) return;
    const given = await orCrmError(give(crm, marks, publicUrl, batch));
    if (given instanceof CrmError) {
      stopped = given;
      return;
    }
    for (const ending of given) endings.set(ending, (endings.get(ending) ?? 0) + 1);
    looked += batch.length;
    onProgress(looked);
  }

  let where = coql`survey1_hash is null`;
  for (;;) {
    const page = await readPage(crm, where);
    const last = page.at(-1);
    if (!last) return told(endings);
    await writes.addAll(inGroups(page, MOST_RECORDS).map((batch) => () => giveBatch(batch)));
    if (stopped) return `${told(endings)}, then stopped: ${reasonOf(stopped)}`;
    where = coql`(survey1_hash is null and id > ${recordId(last.id)})`;
  }
}

/** The result for each contact of a batch. */
async function give(crm: CrmClient, marks: KeyedMarks, publicUrl: string, batch: readonly Row[]): Promise<string[]> {
  const without = batch.filter(({ survey1_hash, Modified_Time }) => survey1_hash === null && Modified_Time !== null);
  if (without.length === 0) return [];
  const changes = without.map(({ id }) => ({ id, patch: newContactLink(marks, publicUrl) }));
  const guard = { unmodifiedSince: newest(without.map(({ Modified_Time }) => Modified_Time ?? '')) };
  const outcomes = await crm.contacts.updateMany(changes, crmOptionsFor('save'), guard);
  return outcomes.map(({ code }) => (code === null ? 'given' : `refused (${code})`));
}

const told = (endings: ReadonlyMap<string, number>) =>
  [...endings].map(([ending, number]) => `${number} ${ending}`).join(', ') || 'nobody was given one';

function readPage(crm: CrmClient, where: Coql): Promise<Row[]> {
  const query = coql`select ${columns(fieldsOf(rowShape))} from Contacts where ${where} order by id asc limit ${LARGEST_PAGE}`;
  return crm.query(query, rowShape, crmOptionsFor('read'));
}

/** The latest of these times, as the CRM wrote it. */
function newest(moments: readonly string[]): string {
  return moments.reduce((latest, moment) => (Date.parse(moment) > Date.parse(latest) ? moment : latest));
}
