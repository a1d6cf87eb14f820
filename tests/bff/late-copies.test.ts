import { describe, type TestContext, test } from 'vitest';
import { systemClock } from '../../bff/crm/clock.ts';
import { portalOf } from './own-portal.ts';
import { callLater, leftWith, ownersOf, staffOf, subjectOf } from './staff.ts';

// Each test waits for a late commit, so they run at the same time.

describe.concurrent('a write that the CRM commits late', () => {
  // The CRM never commits the first attempt. It commits the second long after its check, when the third already exists.
  test('reliability §1.3 a copy from a later attempt is deleted too, before the answer, however late the CRM commits it', async (context) => {
    const { expect } = context;
    const portal = await portalOf(context, {}, systemClock);
    const bram = portal.as('bram');
    const id = bram.dealId;
    const notes = async () => {
      const there = await portal.related('Deals', id, 'Notes', 'id,Note_Content');
      return there.filter(({ Note_Content }) => String(Note_Content).includes('Past hij hier?')).length;
    };
    await portal.fault({ kind: 'reset', match: 'POST .*/Notes', times: 1 });
    await portal.fault({ kind: 'late-commit', match: 'POST .*/Notes', ms: 4_800, times: 1 });
    const asking = bram.post(`/api/contacts/deals/${id}/question`, { text: 'Past hij hier?' });
    await expect.poll(notes, { interval: 20 }).toBe(2);
    expect((await asking).status).toBe(200);
    expect(await notes()).toBe(1);
  });

  test('G3 one press in two tabs leaves one call, also if the CRM commits that of the first tab late', async (context) => {
    const { expect } = context;
    const portal = await portalOf(context, {}, systemClock);
    const { sanne } = await ownersOf(portal);
    const press = (key: string) =>
      staffOf(portal, sanne).act(
        { action: 'gaikan_called_noanswer', ...subjectOf(portal, 'carla'), note: 'Voicemail' },
        key,
      );
    const calls = async () => {
      const left = await leftWith(portal, portal.as('carla').contactId);
      return left.calls.filter(({ Description }) => String(Description).includes('Voicemail')).length;
    };
    await portal.fault(late(3));
    expect((await press('press-in-tab-1')).status).toBe(503);
    expect((await press('press-in-tab-2')).status).toBe(200);
    await expect.poll(calls, { interval: 20 }).toBeGreaterThan(1);
    // A stop waits for background work.
    await portal.restart();
    expect(await calls()).toBe(1);
  });

  test('§7.4 an agreed call that was retried is confirmed when one copy of it is left', async (context) => {
    const { expect } = context;
    const { before, count, act, comesLate } = await agreements(context, 'daan', 1);
    const [answer] = await Promise.all([act(2, 'weeks'), comesLate()]);
    expect(answer.status).toBe(200);
    expect(await count()).toBe(before);
  });

  test('§7.4 the last agreed call counts, also if the CRM commits an earlier, unconfirmed one after it', async (context) => {
    const { expect } = context;
    const { before, agreed, act, comesLate, portal } = await agreements(context, 'eva', 3);
    await act(2, 'weeks');
    expect((await act(3, 'weeks')).status).toBe(200);
    await comesLate();
    await portal.restart();
    const left = await agreed();
    expect(left).toHaveLength(before);
    expect(left.map(({ Description }) => Description).join()).toContain('Over 3 weeks');
  });
});

/** The CRM does not answer `times` requests to create a call, and executes them later. */
function late(times: number) {
  return { kind: 'late-commit', match: 'POST .*/Calls', ms: 4_500, times };
}

/** A lead with an agreed call. The CRM commits the next call that is agreed with this lead late. */
async function agreements(context: TestContext, who: string, times: number) {
  const { expect } = context;
  const portal = await portalOf(context, {}, systemClock);
  const { sanne } = await ownersOf(portal);
  const subject = subjectOf(portal, who);
  const act = (amount: number, units: 'minutes' | 'weeks') =>
    staffOf(portal, sanne).act(
      { ...callLater(amount, units), ...subject, note: `Over ${amount} ${units}` },
      `agreed-${who}-${amount}`,
    );
  const agreed = async () => {
    const { calls } = await leftWith(portal, subject.contactId);
    return calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Scheduled');
  };
  const count = async () => (await agreed()).length;
  // A due agreed call becomes the call that was made. So the late call is the new agreement.
  await act(5, 'minutes');
  const before = await count();
  await portal.fault(late(times));
  const comesLate = () => expect.poll(count, { interval: 20 }).toBeGreaterThan(before);
  return { portal, before, count, agreed, act, comesLate };
}
