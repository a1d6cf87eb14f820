import { afterEach, expect, test } from 'vitest';
import { DAY_MS, openTeamDesk } from '../call-desk.ts';
import { staffOf, subjectOf } from '../staff.ts';

// Decision I9: what sales ops change in the CRM reaches panels that are open meanwhile.

const { portal, clock, sanne, tom } = await openTeamDesk();
const SECOND_MS = 1_000;
const tag = (id: string) => portal.crm(`/Contacts/${id}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
const creditsOf = async (work: () => Promise<unknown>) =>
  (await portal.crmCallsOf(work)).reduce((sum, { credits }) => sum + credits, 0);

afterEach(async () => {
  for (const colleague of [sanne, tom]) {
    for (const name of ['bram', 'hanna']) await colleague.presence(portal.as(name).contactId, false);
  }
});

test('I9 an open panel hears within 30 seconds of the tag "niet-bellen"; all panels share a read of one credit', async () => {
  const bram = portal.as('bram').contactId;
  const hanna = portal.as('hanna').contactId;
  const heartbeats = () => Promise.all([sanne.presence(bram), tom.presence(hanna)]);
  await Promise.all([sanne.contact(bram), tom.contact(hanna)]);
  await tag(bram);
  expect(await creditsOf(heartbeats)).toBe(0);
  clock.offsetMs += 25 * SECOND_MS;
  expect(await creditsOf(heartbeats)).toBe(1);
  expect((await heartbeats()).map(({ doNotCall }) => doNotCall)).toEqual([true, false]);
  clock.offsetMs += 20 * SECOND_MS;
  expect(await creditsOf(heartbeats)).toBe(0);
});

test('I9 a panel of somebody who has not said who they are hears of the tag too', async () => {
  const { contactId } = portal.as('fatima');
  const nobody = staffOf(portal);
  await nobody.contact(contactId);
  await tag(contactId);
  clock.offsetMs += 25 * SECOND_MS;
  expect((await nobody.presence(contactId)).doNotCall).toBe(true);
});

test('a heartbeat is answered while the CRM is down', async () => {
  const bram = portal.as('bram').contactId;
  await sanne.contact(bram);
  clock.offsetMs += 30 * SECOND_MS;
  await portal.fault({ kind: 'status', status: 500, match: 'coql' });
  expect(await sanne.presence(bram)).toMatchObject({ openedBy: [], doNotCall: false });
  await portal.noFaults();
});

test('I9 an open panel hears that its deal was closed in the CRM once the list has read it, and a colleague’s own outcome is not told as that', async () => {
  const { contactId, dealId } = subjectOf(portal, 'bram');
  const hanna = subjectOf(portal, 'hanna');
  await tom.leads();
  clock.offsetMs += DAY_MS;
  await tom.leads();
  await Promise.all([sanne.contact(contactId), sanne.contact(hanna.contactId)]);
  await portal.salesOps('Deals', dealId, { Stage: 'Closed Lost' });
  await tom.act({ action: 'not_interested_price', ...hanna });
  clock.offsetMs += 90 * SECOND_MS;
  await tom.next();
  expect((await sanne.presence(contactId)).told).toMatchObject({ what: 'closed', by: null, dealId });
  expect(await sanne.presence(hanna.contactId)).not.toHaveProperty('told');
});
