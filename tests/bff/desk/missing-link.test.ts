import { expect, test } from 'vitest';
import { openPortal } from '../own-portal.ts';
import { ADMIN, staffOf } from '../staff.ts';

// A contact for whom neither the CRM's workflow nor the nightly run made a link (docs/zoho.md).

const portal = await openPortal();
const staff = staffOf(portal);

const withoutLink = (name: string) =>
  portal.salesOps('Contacts', portal.as(name).contactId, { survey1_hash: null, survey1_url: null });
const open = async (contactId: string) => expect((await staff.get(`${ADMIN}/contacts/${contactId}`)).status).toBe(200);
const tasksOf = async (contactId: string) => {
  const tasks = await portal.related('Contacts', contactId, 'Tasks', 'Subject,Owner');
  return tasks.filter(({ Subject }) => Subject === 'Geef deze klant een persoonlijke link');
};
/** The CRM calls of opening a panel, once no background work is left. */
const callsOfLook = (contactId: string) => portal.crmCallsOf(() => open(contactId));

test('opening an older contact without a link leaves one task for its owner, however often staff look', async () => {
  await withoutLink('hanna');
  const { contactId } = portal.as('hanna');
  const { Owner } = await portal.record('Contacts', contactId);
  await open(contactId);
  await portal.settled();
  expect(await tasksOf(contactId)).toMatchObject([{ Owner: { id: (Owner as { id: string }).id } }]);
  await open(contactId);
  await portal.restart();
  await open(contactId);
  await portal.settled();
  expect(await tasksOf(contactId)).toHaveLength(1);
});

test('a contact with a link costs no further call, and a contact without one opens while the CRM is slow to take the task', async () => {
  const { contactId } = portal.as('karel');
  await open(contactId);
  expect(await callsOfLook(contactId)).toHaveLength(3);
  await portal.fault({ kind: 'latency', match: '/Tasks', ms: 60_000 });
  await withoutLink('karel');
  await open(contactId);
  await portal.noFaults();
});

test('there is no task for a new contact, for a contact without an open deal, or if the field of the link is gone', async () => {
  const { body } = await portal.crm('/Contacts', 'POST', { data: [{ Last_Name: 'Pas Gemaakt' }] });
  const isNew = (body as { data: { details: { id: string } }[] }).data[0]?.details.id ?? '';
  await portal.crm('/Deals', 'POST', {
    data: [{ Deal_Name: 'Nieuw', Stage: 'Survey', Closing_Date: '2027-01-31', Contact_Name: { id: isNew } }],
  });
  await withoutLink('joke');
  await withoutLink('daan');
  const ids = [isNew, portal.as('joke').contactId, portal.as('daan').contactId, portal.as('bram').contactId];
  for (const id of ids.slice(0, 3)) await open(id);
  await portal.deleteField('Contacts', 'survey1_hash');
  await open(ids[3] ?? '');
  await portal.settled();
  for (const id of ids) expect(await tasksOf(id)).toEqual([]);
});
