import { afterEach, expect, test } from 'vitest';
import { openPortal } from '../bff/own-portal.ts';
import { callLater, ownersOf, staffOf } from '../bff/staff.ts';

// Decision J8, "wij bellen u dan niet meer": what follows a refusal.

// The sandbox's clock is behind the portal's, so a call of a moment ago was planned before the refusal.
const portal = await openPortal({}, { now: () => Date.now() + 5_000 });
afterEach(async () => {
  await portal.settled();
  await portal.reset();
  await portal.restart();
});

test('J8 a declined offer is nobody’s next lead, until its customer agrees after all', async () => {
  const bram = portal.as('bram');
  const path = bram.deal;
  const isListed = async () => (await staffOf(portal).leads()).some(({ id }) => id === bram.contactId);
  expect(await isListed()).toBe(true);
  await bram.post(`${path}/decline`, {});
  expect(await isListed()).toBe(false);
  await bram.post(`${path}/approve`, { survey1_approve_clicked: true });
  expect(await isListed()).toBe(true);
});

/** A customer for whom a colleague plans calls, and the deals that the planned calls are about. */
async function withPlannedCalls(name: string) {
  const { contactId, dealIds } = portal.as(name);
  const staff = staffOf(portal, (await ownersOf(portal)).sanne);
  const plan = (dealId = dealIds[0]) => staff.act({ ...callLater(3, 'days'), contactId, dealId });
  const planned = async () => {
    await portal.settled();
    const calls = await portal.related('Contacts', contactId, 'Calls', 'Outbound_Call_Status,What_Id');
    const open = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Scheduled');
    return open.map(({ What_Id }) => (What_Id as { id: string }).id);
  };
  const decline = () => portal.as(name).post(`/api/contacts/deals/${dealIds[0]}/decline`, {});
  return { contactId, dealIds, staff, plan, planned, decline };
}

test('J8 if the CRM stored only a part of a refusal, the next press ends the planned calls, and a mail confirms it', async () => {
  const { plan, planned, decline } = await withPlannedCalls('bram');
  await plan();
  await portal.fault({ match: 'POST .*/(Notes|Tasks)', kind: 'status', status: 503 });
  expect((await decline()).status).toBe(503);
  await portal.noFaults();
  expect(await planned()).toHaveLength(1);
  expect((await decline()).status).toBe(200);
  expect(await planned()).toEqual([]);
  expect(await portal.outbox()).toHaveLength(1);
});

test('J8 an undo by a colleague does not plan the call again if its offer was declined meanwhile', async () => {
  const { contactId, dealIds, staff, plan, planned, decline } = await withPlannedCalls('bram');
  await plan();
  expect((await staff.act({ action: 'not_interested', contactId, dealId: dealIds[0] })).status).toBe(200);
  expect((await decline()).status).toBe(200);
  expect((await staff.act({ action: 'undo', contactId, dealId: dealIds[0] })).status).toBe(200);
  expect(await planned()).toEqual([]);
});

test('J8 a refusal ends the calls that were planned about its offer, but not those about another offer or planned later', async () => {
  const { dealIds, plan, planned, decline } = await withPlannedCalls('fatima');
  for (const dealId of dealIds) expect((await plan(dealId)).status).toBe(200);
  await decline();
  expect(await planned()).toEqual([dealIds[1]]);
  expect((await plan(dealIds[0])).status).toBe(200);
  expect((await planned()).toSorted()).toEqual(dealIds.toSorted());
});
