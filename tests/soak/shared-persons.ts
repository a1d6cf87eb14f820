import { ADMIN_DIGEST } from '../bff/portal.ts';
import type { Finding } from './figures.ts';
import type { Stage } from './stage.ts';
import type { Subject } from './stage-crm.ts';

/** Shorter texts occur by chance in sealed values; longer numbers are ids of records. */
const TELLING = 8;

/** Searches the processes' shared store for any data of the people of this run. */
export async function personsShared(stage: Stage, subjects: readonly Subject[]): Promise<Finding[]> {
  if (!stage.shared) return [];
  const lines = await stage.shared();
  const text = lines.join('\n');
  const contacts = await Promise.all(subjects.map(({ contactId }) => stage.crm.record('Contacts', contactId)));
  const told = [
    ...subjects.map(({ hash }) => hash),
    ...contacts.flatMap(({ id: _, ...fields }) => Object.values(fields).map(String)),
    ADMIN_DIGEST,
  ];
  const figure = 'a person in the shared store' as const;
  const found = told.filter((each) => each.length >= TELLING && !/^\d{15,}$/.test(each) && text.includes(each));
  const what = lines.length === 0 ? ['the store holds nothing: nobody can be looked for'] : found;
  return what.map((each) => ({ figure, journey: 0, what: each }));
}
