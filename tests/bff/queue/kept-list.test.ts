import { describe, expect, type TestContext, test } from 'vitest';
import type { SandboxSettings } from '../../../fixtures/crm-sandbox/settings.ts';
import { HOUR_MS, MINUTE_MS } from '../call-desk.ts';
import { plantCalls, removeCall } from '../call-history.ts';
import { alteredCrm } from '../faults/altered-crm.ts';
import { startWork } from '../faults/at-work.ts';
import { ownersOf, staffOf, subjectOf } from '../staff.ts';

// Decision J12: the list of leads is read once and then kept up to date with the changes in the CRM.

const SECOND_PAGE = 'id < ';
const CHANGED = 'Contact_Name.Modified_Time >=';

async function openDesk(
  context: TestContext,
  settings: Partial<SandboxSettings> = {},
  env?: Parameters<typeof startWork>[2],
) {
  const work = await startWork(context, settings, env);
  const { portal } = work;
  const staff = staffOf(portal, (await ownersOf(portal)).sanne);
  await portal.settled();
  const { list } = staff;
  const card = async (name: string) => {
    const { contactId } = subjectOf(portal, name);
    return (await list()).contacts.find(({ id }) => id === contactId);
  };
  const ids = async () => (await list()).contacts.map(({ id }) => id);
  return { ...work, staff, list, card, ids };
}

/** The same behind a proxy that can change calls. */
async function openAlteredDesk(context: TestContext, contacts: number) {
  const { through, alter } = alteredCrm(context.onTestFinished);
  return { ...(await openDesk(context, { contacts }, through)), alter };
}

describe.concurrent('J12 the list has the changes in the CRM', () => {
  test('the next time that the list is asked for, it shows a changed deal, a changed contact, a made and an agreed call, for at most three credits', async (context) => {
    const { portal, list, card } = await openDesk(context, { contacts: 300 });
    const before = (await list()).count;
    const [anna, bram, karel] = ['anna', 'bram', 'karel'].map((name) => subjectOf(portal, name));
    await portal.salesOps('Deals', anna?.dealId ?? '', { Stage: 'Closed Lost' });
    await portal.salesOps('Contacts', bram?.contactId ?? '', { Phone: '0612345678' });
    const atMs = Date.now() - HOUR_MS;
    await plantCalls(portal, [
      { contactId: bram?.contactId ?? '', status: 'Completed', result: 'Neemt niet op', atMs },
      { contactId: karel?.contactId ?? '', status: 'Scheduled', atMs },
    ]);
    expect(await card('anna')).toBeUndefined();
    expect(await card('bram')).toMatchObject({ Phone: '0612345678', group: 'no_answer', attempts: 1 });
    expect((await list()).contacts[0]).toMatchObject({ id: karel?.contactId, group: 'due' });
    const calls = await portal.crmCallsOf(async () => expect((await list()).count).toBe(before - 1));
    expect(calls.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(3);
    // A colleague opens the deal again in the CRM.
    await portal.salesOps('Deals', anna?.dealId ?? '', { Stage: 'Viewed' });
    expect(await card('anna')).toMatchObject({ Stage: 'Viewed' });
  });

  test('a deleted contact is gone within a minute, a deleted deal or call within a quarter of an hour', async (context) => {
    const { portal, pass, list, ids } = await openDesk(context, { contacts: 250 });
    const [bram, karel] = [subjectOf(portal, 'bram'), subjectOf(portal, 'karel')];
    const [call = ''] = await plantCalls(portal, [
      { contactId: karel.contactId, status: 'Completed', result: 'Neemt niet op', atMs: Date.now() - HOUR_MS },
    ]);
    await list();
    await portal.crm(`/Contacts/${bram.contactId}`, 'DELETE');
    await portal.crm(`/Deals/${subjectOf(portal, 'hanna').dealId}`, 'DELETE');
    await removeCall(portal, call);
    pass(MINUTE_MS);
    const calls = await portal.crmCallsOf(async () => expect(await ids()).not.toContain(bram.contactId));
    // One call reads the deals' present owners, because the contact may have been merged. Another reads who waits for an
    // answer.
    expect(calls.length).toBeLessThanOrEqual(5);
    pass(16 * MINUTE_MS);
    await list();
    await portal.settled();
    expect(await ids()).not.toContain(subjectOf(portal, 'hanna').contactId);
    const { contacts } = await list('?search=karel');
    expect(contacts[0]).toMatchObject({ group: 'new', attempts: 0 });
  });

  test('after six hours everything is read again; the old list is shown until that is done', async (context) => {
    const { portal, pass, ids } = await openDesk(context, { contacts: 250 });
    const before = await ids();
    pass(6 * HOUR_MS);
    const calls = await portal.crmCallsOf(async () => {
      expect(await ids()).toEqual(before);
      await portal.settled();
    });
    expect(JSON.stringify(calls)).toContain(SECOND_PAGE);
  });

  test('if the CRM refuses one query for both timestamps, the list still has the change', async (context) => {
    const { portal, fault, card } = await openDesk(context, { contacts: 250 });
    await card('anna');
    await fault({ kind: 'status', status: 400, sent: CHANGED });
    await portal.salesOps('Deals', subjectOf(portal, 'anna').dealId, { Stage: 'Closed Lost' });
    expect(await card('anna')).toBeUndefined();
    expect(await card('bram')).toBeDefined();
  });
});

describe.concurrent('J12 reading all leads', () => {
  test('a lead is handed out as one’s own only if it still has that owner, whatever the list says', async (context) => {
    const { portal, staff, list } = await openDesk(context, { contacts: 250 });
    const owners = await ownersOf(portal);
    const mine = (await list()).contacts.filter(({ owner }) => owner?.id === owners.sanne);
    for (const { id } of mine.slice(0, 2)) await portal.salesOps('Contacts', id, { Owner: owners.tom });
    expect(mine.slice(2).map(({ id }) => id)).toContain(await staff.next({ mine: true }));
  });

  test('a page that fails does not discard other pages, is reported and is read again; meanwhile leads are handed out', async (context) => {
    const { portal, staff, fault, calm, list } = await openDesk(context, { contacts: 450 });
    await fault({ kind: 'status', status: 503, sent: SECOND_PAGE });
    const first = await list();
    expect(first).toMatchObject({ known: 200, count: 200 });
    expect(await staff.next()).toEqual(expect.any(String));
    await calm();
    await portal.settled();
    // The next look continues the read that failed.
    await list();
    await portal.settled();
    const whole = await list();
    expect(whole).not.toHaveProperty('known');
    expect(new Set(whole.contacts.map(({ id }) => id)).size).toBe(459);
  });

  test('no lead is lost when deals are closed between two pages', async (context) => {
    const { portal, alter, list } = await openAlteredDesk(context, 400);
    const newest = (await portal.records('Deals', 'id,Stage')).slice(0, 20);
    alter(async ({ body }, pass) => {
      if (body.includes(SECOND_PAGE)) {
        for (const { id } of newest.splice(0)) await portal.salesOps('Deals', String(id), { Stage: 'Closed Lost' });
      }
      return pass();
    });
    await list();
    await portal.settled();
    expect((await list()).count).toBe(409 - 20);
  });
});
