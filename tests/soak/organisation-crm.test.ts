import { expect, onTestFinished, test } from 'vitest';
import { crmOptionsFor } from '../../bff/crm/time-limits.ts';
import { createCrmClient } from '../../crm-contract/client.ts';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { CrmJournal, snapshot } from './crm-journal.ts';
import { organisationCrm } from './organisation-crm.ts';
import type { Stage } from './stage.ts';

// The soak on an organisation: here a sandbox whose control paths the soak does not know.

async function started() {
  const org = await sandboxUnderTest();
  const said: string[] = [];
  const credentials = { clientId: 'x', clientSecret: 'x', refreshToken: 'x' };
  const crm = await organisationCrm({ apiUrl: org.url, accountsUrl: org.url, ...credentials }, 2, (line) =>
    said.push(line),
  );
  // The portal's calls go through the proxy.
  const portal = createCrmClient({ apiUrl: crm.url, accountsUrl: crm.url, ...credentials, maxConcurrency: 2 });
  onTestFinished(() => portal.close());
  const [subject] = await crm.subjects();
  if (!subject) throw new Error('nobody was made');
  return { org, crm, portal, subject, subjects: await crm.subjects(), said };
}

const note = { Note_Title: 'Proef', Note_Content: 'Notitie 1' };
const options = () => crmOptionsFor('save');

test('everything that a run made is removed at its end, and nothing else', async () => {
  const { org, crm, portal, subject, said } = await started();
  const before = (await org.coql('select id from Contacts where id is not null limit 2000')).json.data.length;
  await portal.notes.create({ module: 'Contacts', id: subject.contactId }, note, options());
  await portal.attachments.upload(
    { module: 'Deals', id: subject.dealId },
    { fileName: 'a "b".txt', contentType: 'text/plain', body: Buffer.from('x') },
    options(),
  );
  await crm.close();
  expect(said).toEqual(['6 records were made in the organisation for this run; all are removed']);
  const after = (await org.coql('select id from Contacts where id is not null limit 2000')).json.data.length;
  expect(before - after).toBe(2);
  const made = (await org.control('GET', '/journal')).json as { did: string }[];
  expect(made.filter(({ did }) => did === 'delete')).toHaveLength(6);
});

test('the journal has each change in order, and the other changes that the CRM shows', async () => {
  const { org, crm, portal, subject, subjects } = await started();
  onTestFinished(() => crm.close());
  const stage = { crm } as Stage;
  const before = await snapshot(stage, subjects);
  await portal.deals.update(subject.dealId, { survey1_panels_age: '3-4' }, options());
  await crm.edit('Deals', subject.dealId, { survey1_panels_age: '5+' });
  await portal.notes.create({ module: 'Contacts', id: subject.contactId }, note, options());
  // Somebody else's write, which did not pass the proxy.
  await org.crm('POST', `/Contacts/${subject.contactId}/Notes`, { data: [note] });
  const journal = await CrmJournal.read(stage, subjects, before);
  const commits = journal.commits(subject.dealId, 'survey1_panels_age').map(({ by, value }) => [by, value]);
  expect(commits.slice(-2)).toEqual([
    ['api', '3-4'],
    ['sales-ops', '5+'],
  ]);
  expect(journal.now(subject.dealId, 'survey1_panels_age')).toBe('5+');
  expect(journal.made('Notes', subject.contactId).map(({ values }) => values.Note_Content)).toEqual([
    'Notitie 1',
    'Notitie 1',
  ]);
});

test('a change whose answer is lost is in the journal', async () => {
  const { crm, portal, subject } = await started();
  onTestFinished(() => crm.close());
  await crm.trouble(7);
  for (let n = 1; n <= 25; n += 1) {
    await portal.notes.create({ module: 'Contacts', id: subject.contactId }, note, options()).catch(() => {});
  }
  const hits = (await crm.calm()).filter(({ when, kind, hits }) => when === 'after' && kind === 'reset' && hits > 0);
  expect(hits).toHaveLength(1);
  const notes = (await crm.journal()).filter(({ did, module }) => did === 'create' && module === 'Notes');
  expect(notes.filter(({ by }) => by === 'workflow')).toEqual([]);
});
