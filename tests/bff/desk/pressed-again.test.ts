import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AdminContact } from '../../../bff/view-models/callcenter.ts';
import { openTeamDesk } from '../call-desk.ts';
import { planCall } from '../call-history.ts';
import { acted, callLater, leftWith, problemOf, subjectOf } from '../staff.ts';

// I9, G3: a repeated press completes its outcome, but leaves what somebody changed in the deal since the first press.

const { portal, sanne } = await openTeamDesk();
const bram = subjectOf(portal, 'bram');
const KEY = 'first-press-of-the-button';
const deal = () => portal.record('Deals', bram.dealId);
const versionIn = ({ deals }: Pick<AdminContact, 'deals'>) => deals[0]?.version;
const shownVersion = async () => versionIn(await sanne.contact(bram.contactId));

async function decline(): Promise<unknown> {
  const { status } = await portal.as('bram').post(`${portal.as('bram').deal}/decline`, { reason: 'Toch niet' });
  expect(status).toBe(200);
  return (await deal()).portal_declined_at;
}

/** The repeat is refused, writes nothing, and its answer shows the present deal. */
async function expectRefused(press: () => ReturnType<typeof sanne.act>): Promise<AdminContact> {
  const before = [await deal(), await leftWith(portal, bram.contactId)];
  const refused = await press();
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  const { detail, contact } = problemOf(refused);
  expect(detail).toMatch(/^Iemand heeft deze lead intussen gewijzigd\. Uw belresultaat was al \(deels\) vastgelegd/);
  expect([await deal(), await leftWith(portal, bram.contactId)]).toEqual(before);
  return contact as AdminContact;
}

describe('J8 the customer declines after an outcome, and the outcome is pressed again: the refusal stays', () => {
  const GOES_ON = [{ action: 'approve' }, callLater(1, 'days'), { action: 'appointment' }];

  test.each(GOES_ON)('$action, with another key', async (outcome) => {
    const press = { ...outcome, ...bram, expected: await shownVersion() };
    expect((await sanne.act(press, KEY)).status).toBe(200);
    await decline();
    expect((await expectRefused(() => sanne.act(press))).deals[0]?.quoteArea).toBe('declined');
  });

  test.each(GOES_ON)('$action, with the same key after a restart', async (outcome) => {
    const press = { ...outcome, ...bram, expected: await shownVersion() };
    expect((await sanne.act(press, KEY)).status).toBe(200);
    // After a restart only the CRM's times tell what came first, in seconds.
    await pause(1_100);
    await decline();
    await portal.restart();
    await expectRefused(() => sanne.act(press, KEY));
  });

  test('approve, with the same key, because the answer about its note was lost', async () => {
    const press = { action: 'approve', ...bram, expected: await shownVersion() };
    await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Notes' });
    expect((await sanne.act(press, KEY)).status).toBe(503);
    await portal.noFaults();
    await decline();
    await expectRefused(() => sanne.act(press, KEY));
  });

  test('a callback, with the same key, if the CRM took the note but not the calls', async () => {
    const press = { ...callLater(1, 'days'), ...bram, expected: await shownVersion() };
    await portal.fault({ kind: 'status', status: 403, match: 'POST .*/Calls$', times: 1 });
    await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Calls$' });
    expect((await sanne.act(press, KEY)).status).toBe(503);
    await portal.noFaults();
    const { notes } = await leftWith(portal, bram.contactId);
    expect(notes.some(({ Note_Title }) => Note_Title === 'Belresultaat: Later terug bellen')).toBe(true);
    await decline();
    await expectRefused(() => sanne.act(press, KEY));
  });

  test.each([true, false])(
    'after that the same outcome is a new one, with its own call, note and undo (version sent: %s)',
    async (isSent) => {
      const press = { action: 'approve', ...bram, expected: await shownVersion() };
      expect((await sanne.act(press, KEY)).status).toBe(200);
      const declinedAt = await decline();
      const now = await expectRefused(() => sanne.act(press));
      const { status } = await sanne.act({ ...press, expected: isSent ? versionIn(now) : undefined });
      expect([status, (await deal()).portal_declined_at]).toEqual([200, null]);
      const { calls, notes } = await leftWith(portal, bram.contactId);
      expect(calls).toHaveLength(2);
      expect(notes.filter(({ Note_Title }) => Note_Title === 'Belresultaat: Akkoord')).toHaveLength(2);
      expect((await sanne.act({ action: 'undo', ...bram })).status).toBe(200);
      expect((await deal()).portal_declined_at).toBe(declinedAt);
    },
  );
});

test.each([
  ['approve', { survey1_client_visible: false }],
  ['not_interested', { Stage: 'Viewed' }],
])('I9 what sales ops set since stays if %s is pressed again', async (action, theirs) => {
  const press = { action, ...bram, expected: await shownVersion() };
  expect((await sanne.act(press, KEY)).status).toBe(200);
  await portal.salesOps('Deals', bram.dealId, theirs);
  await expectRefused(() => sanne.act(press));
  expect(await deal()).toMatchObject(theirs);
});

test.each(['before', 'after'] as const)(
  'G2 the new outcome keeps its own call if the answer about it is lost (%s the CRM made it)',
  async (when) => {
    const press = { action: 'approve', ...bram, expected: await shownVersion() };
    expect((await sanne.act(press, KEY)).status).toBe(200);
    await decline();
    await portal.fault({ kind: 'reset', match: 'POST .*/Calls$', when, times: 1 });
    expect((await sanne.act({ ...press, expected: await shownVersion() })).status).toBe(200);
    await portal.settled();
    expect((await leftWith(portal, bram.contactId)).calls).toHaveLength(2);
    expect((await sanne.act({ action: 'undo', ...bram })).status).toBe(200);
    expect((await leftWith(portal, bram.contactId)).calls).toHaveLength(1);
  },
);

test('G3 another change of the deal is no reason to refuse a repeat: it writes nothing', async () => {
  const press = { action: 'approve', ...bram, expected: await shownVersion() };
  expect((await sanne.act(press, KEY)).status).toBe(200);
  await portal.salesOps('Deals', bram.dealId, { Next_Step: 'Nabellen' });
  const before = await deal();
  expect((await sanne.act(press)).status).toBe(200);
  expect(await deal()).toEqual(before);
  expect((await leftWith(portal, bram.contactId)).calls).toHaveLength(1);
});

test.each([false, true])(
  'G3 a repeat completes an outcome whose deal was not written (restart: %s)',
  async (restarts) => {
    await planCall(portal, bram.contactId);
    expect((await sanne.act({ action: 'discount', ...bram, value: 100, value2: 'Beurs' })).status).toBe(200);
    const press = { action: 'not_interested', ...bram, expected: await shownVersion() };
    await portal.fault({ kind: 'status', status: 503, match: 'PUT /crm/v8/Deals' });
    expect((await sanne.act(press, KEY)).status).toBe(503);
    await portal.noFaults();
    // A workflow of the CRM may touch the deal; after a restart that cannot be told from a change of its stage.
    if (restarts) await portal.restart();
    else await portal.salesOps('Deals', bram.dealId, { Next_Step: 'Nabellen' });
    const again = await sanne.act(press, KEY);
    expect([again.status, acted(again).deal?.Stage]).toEqual([200, 'Closed Lost']);
    expect((await leftWith(portal, bram.contactId)).calls).toHaveLength(1);
  },
);
