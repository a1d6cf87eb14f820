import { describe, expect, test } from 'vitest';
import { DAY_MS, openTeamDesk } from '../call-desk.ts';
import { callLater, subjectOf } from '../staff.ts';

// J8: nobody calls about a declined offer unless its customer wants that, for example by saying so on the phone.

const { portal, clock, sanne } = await openTeamDesk();

const DECLINED_AT = '2026-11-20T10:00:00+01:00';
const LATER = callLater(2, 'hours');
const bram = subjectOf(portal, 'bram');
const deal = () => portal.record('Deals', bram.dealId);
const decline = () => portal.salesOps('Deals', bram.dealId, { portal_declined_at: DECLINED_AT });
const isListed = async () => (await sanne.leads()).some(({ id }) => id === bram.contactId);
const shownArea = async () => (await sanne.contact(bram.contactId)).deals[0]?.quoteArea;

describe('J8 what the customer of a declined offer says by phone', () => {
  test.each([
    ['approve', {}],
    ['gaikan_call_later', LATER],
    ['appointment', {}],
  ])(
    '%s takes the refusal back, and the lead returns to the list; an undo restores the refusal and removes the lead',
    async (action, extra) => {
      await decline();
      expect(await isListed()).toBe(false);
      const { status, body } = await sanne.act({ action, ...extra, ...bram });
      expect([status, body.result]).toEqual([
        200,
        expect.objectContaining({ deal: expect.objectContaining({ quoteArea: 'approve' }) }),
      ]);
      expect((await deal()).portal_declined_at).toBeNull();
      expect(await isListed()).toBe(true);
      expect((await sanne.act({ action: 'undo', ...bram })).status).toBe(200);
      expect([(await deal()).portal_declined_at, await shownArea()]).toEqual([DECLINED_AT, 'declined']);
      expect(await isListed()).toBe(false);
    },
  );

  test.each(['gaikan_called_noanswer', 'not_interested', 'skip'])('%s leaves the refusal', async (action) => {
    await decline();
    expect((await sanne.act({ action, ...bram })).status).toBe(200);
    expect((await deal()).portal_declined_at).toBe(DECLINED_AT);
    expect(await isListed()).toBe(false);
  });

  test('a callback that the customer asked for is handed out when it is due, also after a restart', async () => {
    await decline();
    await sanne.act({ ...LATER, ...bram });
    await portal.restart();
    clock.offsetMs = DAY_MS / 2;
    expect(await sanne.next()).toBe(bram.contactId);
  });

  test('an undo leaves an offer open if the customer approved it since, but not if they approved it before', async () => {
    await decline();
    await sanne.act({ ...LATER, ...bram });
    await portal.salesOps('Deals', bram.dealId, { survey1_approve_clicked: true });
    await sanne.act({ action: 'undo', ...bram });
    expect((await deal()).portal_declined_at).toBeNull();
    await decline();
    await sanne.act({ ...LATER, ...bram });
    await sanne.act({ action: 'undo', ...bram });
    expect((await deal()).portal_declined_at).toBe(DECLINED_AT);
  });
});

test('"Akkoord" on a closed deal is refused with a reason that the desk already shows; nothing is written', async () => {
  await portal.salesOps('Deals', bram.dealId, { Stage: 'Closed Lost', portal_declined_at: DECLINED_AT });
  const before = await deal();
  const words = expect.stringContaining('Deze deal is gesloten');
  expect((await sanne.contact(bram.contactId)).deals[0]?.refusedOutcomes.approve).toEqual(words);
  const { status, body } = await sanne.act({ action: 'approve', ...bram });
  expect([status, body.error, body.detail]).toEqual([422, 'field_invalid', words]);
  expect(await deal()).toEqual(before);
});
