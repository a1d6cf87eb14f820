import { describe, expect, test } from 'vitest';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { planCall } from '../call-history.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { callLater, leftWith, plannedWith, subjectOf } from '../staff.ts';

const { portal, clock, sanne, tom } = await openTeamDesk();

const later = callLater(2, 'days');
const shown = (name: string) => sanne.contact(portal.as(name).contactId);
const dealOf = ({ dealId }: { dealId: string }) => portal.record('Deals', dealId);

describe('I10 the last outcome can be taken back', () => {
  test.each(['not_interested', 'skip', 'approve', 'gaikan_called_noanswer', 'gaikan_call_later'])(
    '%s, taken back within ten minutes, leaves deal, tag and callbacks as they were, with a note',
    async (action) => {
      const subject = subjectOf(portal, 'hanna');
      await planCall(portal, subject.contactId);
      await portal.salesOps('Contacts', subject.contactId, { portal_call_permission_at: '2026-11-01T10:00:00+01:00' });
      const before = await portal.record('Deals', subject.dealId);
      await sanne.act({ ...later, ...subject, action });
      expect((await shown('hanna')).undo).toMatchObject({ action, dealId: subject.dealId });
      let status = 0;
      const calls = await portal.crmCallsOf(async () => {
        ({ status } = await sanne.act({ action: 'undo', ...subject }));
      });
      expect(status).toBe(200);
      expect(calls.length).toBeLessThanOrEqual(8);
      const after = await portal.record('Deals', subject.dealId);
      expect([after.Stage, after.survey1_client_visible]).toEqual([before.Stage, before.survey1_client_visible]);
      const contact = await portal.record('Contacts', subject.contactId);
      expect(contact).toMatchObject({ Tag: [], portal_call_permission_at: expect.stringContaining('2026-11-01') });
      const left = await leftWith(portal, subject.contactId);
      expect(left.calls.map((call) => call.Outbound_Call_Status)).toEqual(['Scheduled']);
      expect(left.notes[0]).toMatchObject({ Note_Title: 'Belresultaat ongedaan gemaakt' });
      expect((await sanne.leads()).map(({ id }) => id)).toContain(subject.contactId);
      expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(422);
    },
  );

  test('an outcome that the portal forgot in a restart is no longer offered, and the answer shows the lead without it', async () => {
    const subject = subjectOf(portal, 'hanna');
    await sanne.act({ action: 'not_interested_price', ...subject });
    const expected = (await shown('hanna')).undo?.version;
    await portal.restart();
    const { status, body } = await sanne.act({ action: 'undo', ...subject, expected });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.detail).toMatch(/^Er is niets om ongedaan te maken/);
    expect(body.contact).toMatchObject({ id: subject.contactId, undo: null });
    expect(await dealOf(subject)).toMatchObject({ Stage: 'Closed Lost' });
  });

  test('only the outcome that was shown is taken back: a later outcome by a colleague stays, and is reported', async () => {
    const subject = subjectOf(portal, 'hanna');
    await sanne.act({ action: 'gaikan_called_noanswer', ...subject });
    const expected = (await shown('hanna')).undo?.version;
    expect(expected).toEqual(expect.any(String));
    await tom.act({ action: 'gaikan_called_noanswer', ...subject });
    const left = await leftWith(portal, subject.contactId);
    const { status, body } = await sanne.act({ action: 'undo', ...subject, expected });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.detail).toMatch(/^Tom .+ heeft .+ "Neemt niet op" vastgelegd\. Er is niets ongedaan gemaakt\./);
    expect(await leftWith(portal, subject.contactId)).toEqual(left);
    const { version } = (await shown('hanna')).undo ?? {};
    expect((await tom.act({ action: 'undo', ...subject, expected: version })).status).toBe(200);
    expect((await leftWith(portal, subject.contactId)).calls).toHaveLength(left.calls.length - 1);
  });

  test('after a signature the undo is refused with the reason, and nothing changes', async () => {
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ action: 'not_interested', ...subject });
    await pdfDesk(portal).sign('bram', 'Bram van ’t Hof');
    const left = async () => [await leftWith(portal, subject.contactId), (await dealOf(subject)).Stage];
    const before = await left();
    const { status, body } = await sanne.act({ action: 'undo', ...subject });
    expect([status, body.error]).toEqual([409, 'already_signed']);
    expect(body.detail).toMatch(/ op .+ ondertekend\. "Geen interesse" kan daarom niet .* Er is niets gewijzigd\.$/);
    expect(await left()).toEqual(before);
  });

  const ANEW = { portal_call_permission_at: '2026-11-20T10:00:00+01:00' };
  test.each([
    ['a stage that somebody set since', 'not_interested', 'Deals', { Stage: 'Closed Won' }, {}, 'fase Closed Won'],
    [
      'a quote that the customer approved since',
      'approve',
      'Deals',
      { survey1_approve_clicked: true },
      { survey1_client_visible: true },
      'of de klant de offerte ziet',
    ],
    ['a permission that was given anew since', 'skip', 'Contacts', ANEW, {}, 'de toestemming om te bellen'],
  ] as const)('%s stays as it is, and the note says so', async (...row) => {
    const [, action, module, since, kept, words] = row;
    const { contactId, dealId } = subjectOf(portal, 'hanna');
    await portal.salesOps('Contacts', contactId, { portal_call_permission_at: '2026-11-01T10:00:00+01:00' });
    await sanne.act({ action, contactId, dealId });
    const id = module === 'Deals' ? dealId : contactId;
    await portal.salesOps(module, id, since);
    expect((await sanne.act({ action: 'undo', contactId, dealId })).status).toBe(200);
    expect(await portal.record(module, id)).toMatchObject({ ...since, ...kept });
    const [note] = (await leftWith(portal, contactId)).notes;
    expect(note?.Note_Content).toContain(`Intussen gewijzigd en zo gelaten: ${words}`);
  });

  test.each(['the customer', 'a colleague'])(
    'I12 a permission to call that %s withdrew since is not given back, and the note says so',
    async (who) => {
      const { contactId, dealId } = subjectOf(portal, 'karel');
      const save = (portal_call_permission: boolean) =>
        portal.as('karel').post('/api/contacts/contactDetails', { properties: { portal_call_permission } });
      expect((await save(true)).status).toBe(200);
      expect((await sanne.act({ action: 'skip', contactId, dealId })).status).toBe(200);
      const withdraw = () =>
        who === 'the customer' ? save(false) : tom.act({ action: 'permission', contactId, value: false });
      expect((await withdraw()).status).toBe(200);
      expect((await sanne.act({ action: 'undo', contactId, dealId })).status).toBe(200);
      expect(await portal.record('Contacts', contactId)).toMatchObject({ portal_call_permission_at: null, Tag: [] });
      const [note] = (await leftWith(portal, contactId)).notes;
      expect(note?.Note_Content).toContain('Intussen gewijzigd en zo gelaten: de toestemming om te bellen');
    },
  );

  test.each([
    ['planned by the outcome', 0, 0],
    ['planned by the outcome, which also made a promised call,', 0, 1],
    ['moved by the outcome', 1, 0],
  ])('a callback %s that somebody moved since stays as it is, alone; the note says so', async (_, before, due) => {
    const subject = subjectOf(portal, 'hanna');
    for (let n = 0; n < due; n += 1) await planCall(portal, subject.contactId);
    for (let n = 0; n < before; n += 1) await sanne.act({ ...later, ...subject });
    clock.offsetMs = MINUTE_MS;
    await sanne.act({ ...later, ...subject, call_later_amount: 3 });
    const [call] = await plannedWith(portal, 'hanna');
    const moved = '2099-07-01T14:30:00+02:00';
    await portal.salesOps('Calls', String(call?.id), { Call_Start_Time: moved });
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(200);
    const now = await plannedWith(portal, 'hanna');
    expect(now.map(({ id, Call_Start_Time }) => [id, Call_Start_Time])).toEqual([[call?.id, moved]]);
    const [note] = (await leftWith(portal, subject.contactId)).notes;
    expect(note?.Note_Content).toContain('Intussen gewijzigd en zo gelaten: de terugbelafspraak');
  });

  test('an undo that fails half-way is reported; the next press does the rest, once, and leaves its note', async () => {
    const subject = subjectOf(portal, 'hanna');
    await planCall(portal, subject.contactId);
    await sanne.act({ action: 'skip', ...subject });
    await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Contacts/.*/Notes', times: 3 });
    const press = async () => (await sanne.act({ action: 'undo', ...subject }, 'undo-press-1')).status;
    expect([await press(), await press()]).toEqual([503, 200]);
    const { calls, notes } = await leftWith(portal, subject.contactId);
    expect(calls.map((call) => call.Outbound_Call_Status)).toEqual(['Scheduled']);
    expect(notes.filter(({ Note_Title }) => Note_Title === 'Belresultaat ongedaan gemaakt')).toHaveLength(1);
    expect(await portal.record('Contacts', subject.contactId)).toMatchObject({ Tag: [] });
  });

  test('a callback whose answer is lost is scheduled again once', async () => {
    const subject = subjectOf(portal, 'hanna');
    await planCall(portal, subject.contactId);
    await sanne.act({ action: 'gaikan_called_noanswer', ...subject });
    await portal.fault({ kind: 'reset', match: 'POST /crm/v8/Calls', when: 'after', times: 1 });
    for (let n = 0; n < 2; n += 1) await sanne.act({ action: 'undo', ...subject }, 'undo-press-2');
    const { calls } = await leftWith(portal, subject.contactId);
    expect(calls.map((call) => call.Outbound_Call_Status)).toEqual(['Scheduled']);
  });

  test.each([
    ['the note', { match: 'POST /crm/v8/Contacts/[0-9]+/Notes' }, later],
    ['the callback', { match: 'POST /crm/v8/Calls', skip: 1 }, later],
    ['the deal', { match: 'PUT /crm/v8/Deals' }, { action: 'not_interested' }],
    ['the tag', { match: 'add_tags' }, { action: 'skip' }],
  ])(
    'an undo of an outcome whose %s failed at first takes back that whole outcome, and not the one before it',
    async (_, failing, outcome) => {
      const subject = subjectOf(portal, 'hanna');
      await portal.salesOps('Contacts', subject.contactId, { portal_call_permission_at: '2026-11-01T10:00:00+01:00' });
      const before = await portal.record('Deals', subject.dealId);
      await sanne.act({ action: 'gaikan_called_noanswer', ...subject });
      const left = (await leftWith(portal, subject.contactId)).calls;
      await portal.fault({ kind: 'status', status: 503, ...failing, times: 3 });
      expect((await sanne.act({ ...outcome, ...subject }, 'outcome-press-1')).status).toBe(503);
      expect((await sanne.act({ ...outcome, ...subject }, 'outcome-press-1')).status).toBe(200);
      expect((await shown('hanna')).undo).toMatchObject({ action: outcome.action });
      expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(200);
      expect((await leftWith(portal, subject.contactId)).calls).toEqual(left);
      expect((await portal.record('Deals', subject.dealId)).Stage).toBe(before.Stage);
      const contact = await portal.record('Contacts', subject.contactId);
      expect(contact).toMatchObject({ Tag: [], portal_call_permission_at: expect.stringContaining('2026-11-01') });
    },
  );
});

test.each([false, true])(
  'I10 an outcome leaves no pause once it is undone (first attempt failed: %s)',
  async (fails) => {
    const hanna = subjectOf(portal, 'hanna');
    const heldBack = async () => (await sanne.leads()).find(({ id }) => id === hanna.contactId)?.heldBack;
    const press = () => sanne.act({ action: 'gaikan_called_noanswer', ...hanna }, 'one-press-repeated');
    if (fails) {
      await portal.fault({ kind: 'status', status: 500, match: 'POST .*/Calls', times: 20 });
      expect((await press()).status).toBe(503);
      await portal.noFaults();
      clock.offsetMs += 30_000;
    }
    expect((await press()).status).toBe(200);
    expect(await heldBack()).toMatchObject({ why: 'pause' });
    expect((await sanne.act({ action: 'undo', ...hanna })).status).toBe(200);
    expect(await heldBack()).toBeUndefined();
    expect(await tom.handedOut()).toContain(hanna.contactId);
  },
);
