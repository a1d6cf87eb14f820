import { randomBytes } from 'node:crypto';
import { crmOptionsFor } from '../../bff/crm/time-limits.ts';
import { createCrmClient } from '../../crm-contract/client.ts';
import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import type { Connection } from '../../fixtures/scenarios/scenario.ts';
import { plainFields } from './committed-writes.ts';
import type { StageCrm, Subject } from './stage-crm.ts';
import { watchCrm } from './watched-crm.ts';

/** Marks the records for people, in case a run stops before it has removed them. */
const NAME = 'Portaalproef';
/** An organisation takes few calls at once, and other clients need some of them. */
const AT_ONCE = 3;
const CALLS_AT_ONCE = 4;

/**
 * An organisation, with contacts and deals made for the run and removed at its end, with everything
 * that was made about them. They have no mail address, so nobody is mailed.
 */
export async function organisationCrm(
  organisation: Connection,
  contacts: number,
  say: (line: string) => void,
): Promise<StageCrm> {
  const watched = await watchCrm(organisation);
  const run = randomBytes(6).toString('hex');
  const client = createCrmClient({
    apiUrl: watched.url,
    accountsUrl: watched.url,
    clientId: 'soak',
    clientSecret: 'soak',
    refreshToken: 'soak',
    maxConcurrency: CALLS_AT_ONCE,
  });

  async function make(module: string, record: Record<string, unknown>): Promise<string> {
    const { data = [] } = await watched.call('POST', `/${module}`, record);
    return String((data[0]?.details as { id?: string } | undefined)?.id);
  }

  async function makeSubject(number: number): Promise<Subject> {
    const hash = `soak-${run}-${randomBytes(12).toString('hex')}`;
    const contactId = await make('Contacts', {
      First_Name: NAME,
      Last_Name: `${NAME} ${run} ${number}`,
      Mailing_Street: `Proefweg ${number}`,
      Mailing_Zip: '1234 AB',
      Mailing_City: 'Zwolle',
      Phone: '0600000000',
      survey1_hash: hash,
    });
    const dealId = await make('Deals', {
      Deal_Name: `${NAME} ${run} ${number}`,
      Contact_Name: { id: contactId },
      Stage: 'Available For Customer',
      Closing_Date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      gaikan_offer_product_type: 'saltion',
      gaikan_deal_version: '2',
      gaikan_saltion_battery_modules: '6',
      survey1_battery_box_distance_m: '12',
      survey1_client_visible: true,
    });
    return { hash, contactId, dealId };
  }

  const subjects: Subject[] = [];
  const journalOf = () => watched.journal;

  /** Adds the changes to the journal that the CRM's own lists show and that did not pass the proxy. */
  async function compareWithLists(): Promise<void> {
    for (const { contactId, dealId } of subjects) {
      const [contact, deal] = [
        { module: 'Contacts', id: contactId },
        { module: 'Deals', id: dealId },
      ] as const;
      const asked = () => crmOptionsFor('background');
      compare('Calls', [contactId], await client.calls.listFor(contactId, asked()));
      for (const parent of [contact, deal]) {
        compare('Notes', [parent.id], await client.notes.listFor(parent, asked()));
        compare('Attachments', [parent.id], await client.attachments.listFor(parent, asked()));
      }
      const tasks = [await client.tasks.listFor(contact, asked()), await client.tasks.listFor(deal, asked())].flat();
      compare('Tasks', [contactId, dealId], tasks);
    }
  }

  function compare(module: string, parents: readonly string[], shown: readonly { id: string }[]): void {
    const made = madeNow(journalOf()).filter(
      (entry) => entry.module === module && parentsOf(entry).some((id) => parents.includes(id)),
    );
    const at = Date.now();
    const shownIds = new Set(shown.map(({ id }) => id));
    for (const { id } of made) {
      if (!shownIds.has(id)) watched.journal.push({ at, by: 'workflow', did: 'delete', module, id, values: {} });
    }
    for (const record of shown) {
      if (made.some(({ id }) => id === record.id)) continue;
      const values = { ...plainFields(record), Parent_Id: parents[0] ?? '' };
      watched.journal.push({ at, by: 'workflow', did: 'create', module, id: record.id, values });
    }
  }

  async function removeAll(): Promise<void> {
    const made = madeNow(watched.journal);
    const left: string[] = [];
    // Related records are removed before their record, and a deal before its contact.
    for (const { module, id, values } of made.toReversed()) {
      const path =
        module === 'Attachments' ? `/${parentPath(values.Parent_Id, subjects)}/Attachments/${id}` : `/${module}/${id}`;
      await watched.call('DELETE', path).catch(() => left.push(path));
    }
    const are = left.length === 0 ? 'all are removed' : `left behind: ${left.join(', ')}`;
    say(`${made.length} records were made in the organisation for this run; ${are}`);
  }

  try {
    for (let number = 1; number <= contacts; number += 1) subjects.push(await makeSubject(number));
  } catch (error) {
    await removeAll();
    await watched.close();
    throw error;
  }

  return {
    url: watched.url,
    env: { CRM_MAX_CONCURRENCY: String(CALLS_AT_ONCE) },
    atOnce: AT_ONCE,
    subjects: async () => subjects,
    async record(module, id) {
      return (await watched.call('GET', `/${module}/${id}`)).data?.[0] ?? {};
    },
    async edit(module, id, fields) {
      await watched.call('PUT', `/${module}/${id}`, fields);
    },
    async journal() {
      await compareWithLists();
      return watched.journal;
    },
    trouble: async (seed) => watched.trouble(seed),
    calm: async () => watched.calm(),
    async close() {
      await removeAll();
      await client.close();
      await watched.close();
    },
  };
}

/** Records that were made and still exist, oldest first. */
function madeNow(journal: readonly JournalEntry[]): JournalEntry[] {
  const made = new Map<string, JournalEntry>();
  for (const entry of journal) {
    if (entry.did === 'create') made.set(entry.id, entry);
    if (entry.did === 'delete') made.delete(entry.id);
  }
  return [...made.values()];
}

const parentsOf = ({ values: { Parent_Id, Who_Id, What_Id } }: JournalEntry) =>
  [Parent_Id, Who_Id, What_Id].map(String);

function parentPath(parent: unknown, subjects: readonly Subject[]): string {
  return `${subjects.some(({ dealId }) => dealId === parent) ? 'Deals' : 'Contacts'}/${parent}`;
}
