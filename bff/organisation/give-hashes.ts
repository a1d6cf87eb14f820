import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, columns, coql, recordId } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { count } from '../../crm-contract/shapes/tolerant.ts';
import { newContactLink } from '../access/keyed-link.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import { crmOptionsFor } from '../crm/call-options.ts';

/** The maximum of one write (crm-api §2.4). */
const BATCH = 100;

const tallyShape = z.object({ tally: count });
const rowShape = contactShape.pick({ id: true, survey1_hash: true, Modified_Time: true });

/** Contacts without a personal link. */
export function countWithoutHash(crm: CrmClient): Promise<number> {
  return countWhere(crm, coql`survey1_hash is null`);
}

/** Contacts whose link we made with a secret that is no longer configured: they work, but as links without a check. */
export function countOfRemovedSecrets(crm: CrmClient, { secretIds }: KeyedMarks): Promise<number> {
  const others = secretIds.reduce(
    (where, id) => coql`(${where} and survey1_hash not like ${`k-${id}%`})`,
    coql`survey1_hash like ${'k-%'}`,
  );
  return countWhere(crm, others);
}

async function countWhere(crm: CrmClient, where: Coql): Promise<number> {
  const query = coql`select COUNT(id) as tally from Contacts where ${where}`;
  const [row] = await crm.query(query, tallyShape, crmOptionsFor('read'));
  return row?.tally ?? 0;
}

/**
 * Gives every contact without a `survey1_hash` one, with its link. An existing hash is never replaced: the write is
 * refused for a contact that changed since it was read. Can be run again at any time.
 *
 * @returns in words, how many got one, and how many were refused with which code
 */
export async function giveHashes(crm: CrmClient, marks: KeyedMarks, publicUrl: string): Promise<string> {
  const endings = new Map<string, number>();
  let where = coql`survey1_hash is null`;
  for (;;) {
    const batch = await readBatch(crm, where);
    const last = batch.at(-1);
    if (!last) return [...endings].map(([ending, number]) => `${number} ${ending}`).join(', ') || 'nobody lacks one';
    const without = batch.filter(({ survey1_hash, Modified_Time }) => survey1_hash === null && Modified_Time !== null);
    const changes = without.map(({ id }) => ({ id, patch: newContactLink(marks, publicUrl) }));
    const guard = { unmodifiedSince: newest(without.map(({ Modified_Time }) => Modified_Time ?? '')) };
    const outcomes = changes.length > 0 ? await crm.contacts.updateMany(changes, crmOptionsFor('save'), guard) : [];
    for (const { code } of outcomes) {
      const ending = code === null ? 'given' : `refused (${code})`;
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }
    where = coql`(survey1_hash is null and id > ${recordId(last.id)})`;
  }
}

function readBatch(crm: CrmClient, where: Coql) {
  const query = coql`select ${columns(fieldsOf(rowShape))} from Contacts where ${where} order by id asc limit ${BATCH}`;
  return crm.query(query, rowShape, crmOptionsFor('read'));
}

/** The latest of these moments, as the CRM wrote it. */
function newest(moments: readonly string[]): string {
  return moments.reduce((latest, moment) => (Date.parse(moment) > Date.parse(latest) ? moment : latest));
}
