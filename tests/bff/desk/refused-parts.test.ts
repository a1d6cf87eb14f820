import { describe, expect, test } from 'vitest';
import type { Behaviours } from '../../../fixtures/crm-sandbox/behaviours.ts';
import { openTeamDesk } from '../call-desk.ts';
import { callLater, leftWith, subjectOf } from '../staff.ts';

// Decision G2: the parts of an outcome that must not be lost are recorded first; a refusal of another part is reported,
// and a colleague gets a task.

const { portal, clock, owners, sanne, tom } = await openTeamDesk();

const SAID = 'Heeft al een batterij van de buren';

async function ruled(rules: Partial<Behaviours>): Promise<void> {
  await portal.behave(rules);
  await portal.restart();
}
/** The CRM's records, whatever the API user may read of them. */
async function left(subject: { contactId: string; dealId: string }) {
  await portal.settled();
  const rules = await portal.sandbox<Behaviours>('GET', '/sandbox/behaviours');
  await portal.behave({ callsPermitted: true, notesPermitted: true, tasksPermitted: true });
  const { notes, calls } = await leftWith(portal, subject.contactId);
  const tasks = await portal.related('Deals', subject.dealId, 'Tasks', 'Subject,Description,Due_Date,Owner');
  await portal.behave(rules);
  return { notes, calls, tasks };
}
const act = (action: string, subject: object, key = crypto.randomUUID()) =>
  sanne.act({ ...callLater(2, 'days'), ...subject, action, note: SAID }, key);
const refusedOf = ({ body }: { body: Record<string, unknown> }) => (body.result as { refused?: string[] }).refused;

describe('G2 a stage that the CRM refuses', () => {
  test.each([
    ['not_interested', 'geen interesse', false],
    ['not_interested_price', 'te duur', false],
    // The customer approved on the page before, so the refusal is newer.
    ['not_interested_price', 'te duur', true],
  ])(
    '%s (%s, agreed online %s): call and note are left, staff are told, a colleague has one task, and the lead is not handed out',
    async (action, reason, survey1_approve_clicked) => {
      await ruled({ stageLocked: true });
      const subject = subjectOf(portal, 'karel');
      await portal.salesOps('Deals', subject.dealId, { survey1_approve_clicked });
      const before = await portal.record('Deals', subject.dealId);
      const press = crypto.randomUUID();
      const answer = await act(action, subject, press);
      expect([answer.status, refusedOf(answer)]).toEqual([200, ['stage']]);
      expect((await portal.record('Deals', subject.dealId)).Stage).toBe(before.Stage);
      const { notes, calls, tasks } = await left(subject);
      expect(calls).toMatchObject([{ Outbound_Call_Status: 'Completed' }]);
      expect(notes).toMatchObject([{ Note_Content: expect.stringContaining(`Reden: ${reason}`) }]);
      expect(tasks).toMatchObject([{ Description: expect.stringContaining('zet haar zelf op "Closed Lost"') }]);
      expect((await sanne.leads()).map(({ id }) => id)).not.toContain(subject.contactId);
      // A repeat after a restart writes nothing twice, and the queue does not hand out the lead the next day either.
      await portal.restart();
      expect((await act(action, subject, press)).status).toBe(200);
      const again = await left(subject);
      expect([again.notes.length, again.calls.length, again.tasks.length]).toEqual([1, 1, 1]);
      await portal.restart();
      clock.offsetMs = 24 * 60 * 60_000;
      const handedOut = await tom.handedOut();
      expect(handedOut.length).toBeGreaterThan(3);
      expect(handedOut).not.toContain(subject.contactId);
    },
  );

  test('a deal returns to the list when a colleague moves it to another open stage', async () => {
    await ruled({ stageLocked: true });
    const subject = subjectOf(portal, 'karel');
    expect((await act('not_interested', subject)).status).toBe(200);
    expect((await sanne.leads()).map(({ id }) => id)).not.toContain(subject.contactId);
    await portal.salesOps('Deals', subject.dealId, { Stage: 'Viewed' });
    expect((await sanne.leads()).map(({ id }) => id)).toContain(subject.contactId);
  });

  test('"ongedaan maken" takes back what was recorded, and the lead is in the list again', async () => {
    await ruled({ stageLocked: true });
    const subject = subjectOf(portal, 'karel');
    await act('not_interested', subject);
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(200);
    const { calls, notes } = await left(subject);
    expect(calls).toEqual([]);
    expect(notes).toHaveLength(2);
    expect((await sanne.leads()).map(({ id }) => id)).toContain(subject.contactId);
  });

  test('an undo that may not restore the stage says so, in its answer and in its note', async () => {
    const subject = subjectOf(portal, 'karel');
    await act('not_interested', subject);
    await portal.behave({ stageLocked: true });
    const answer = await sanne.act({ action: 'undo', ...subject });
    expect([answer.status, refusedOf(answer)]).toEqual([200, ['stage']]);
    const { notes } = await left(subject);
    expect(notes[0]?.Note_Content).toContain('fase');
    expect(notes[0]?.Note_Content).toContain('Het CRM nam dit niet aan');
    expect((await portal.record('Deals', subject.dealId)).Stage).toBe('Closed Lost');
  });
});

describe('G2 an outcome whose call the CRM refuses', () => {
  const OUTCOMES = ['gaikan_called_noanswer', 'gaikan_call_later', 'skip', 'not_interested', 'approve', 'appointment'];
  test.each([false, true])(
    'is recorded by its note, once, also by a repeat after a restart (scopes %s)',
    async (scopes) => {
      for (const action of OUTCOMES) {
        await portal.reset();
        await ruled({ callsPermitted: false, readScopesMissing: scopes });
        const subject = subjectOf(portal, 'hanna');
        const press = crypto.randomUUID();
        const answer = await act(action, subject, press);
        const parts = {
          gaikan_call_later: ['call', 'callback'],
          skip: ['call', 'agreed_calls'],
          not_interested: ['call', 'agreed_calls'],
        }[action] ?? ['call'];
        expect([action, answer.status, refusedOf(answer)]).toEqual([action, 200, parts]);
        expect((answer.body.result as { callback: unknown }).callback).toBeNull();
        await portal.restart();
        expect((await act(action, subject, press)).status).toBe(200);
        const { notes, calls, tasks } = await left(subject);
        expect([action, calls.length, notes.length]).toEqual([action, 0, 1]);
        expect(notes[0]?.Note_Content).toContain(SAID);
        expect(tasks).toHaveLength(parts.length - 1);
      }
    },
  );

  test('a callback becomes a task for that day', async () => {
    await ruled({ callsPermitted: false });
    const subject = subjectOf(portal, 'hanna');
    await act('gaikan_call_later', subject);
    const { tasks } = await left(subject);
    expect(tasks).toMatchObject([
      {
        Description: expect.stringMatching(/Bel de klant terug: \w\w \d+ /),
        Due_Date: expect.stringMatching(/^\d{4}-/),
      },
    ]);
  });
});

describe('G2 an outcome whose note the CRM refuses', () => {
  test('its call holds what was typed, and staff are told', async () => {
    await ruled({ notesPermitted: false });
    const subject = subjectOf(portal, 'hanna');
    const answer = await act('gaikan_called_noanswer', subject);
    expect([answer.status, refusedOf(answer)]).toEqual([200, ['note']]);
    const { calls, notes } = await left(subject);
    expect(notes).toEqual([]);
    expect(calls).toMatchObject([{ Description: expect.stringContaining(SAID) }]);
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(200);
  });

  test('if the CRM refuses call and note, nothing is recorded, and the answer says so', async () => {
    await ruled({ notesPermitted: false, callsPermitted: false });
    const subject = subjectOf(portal, 'karel');
    const before = await portal.record('Deals', subject.dealId);
    const answer = await act('not_interested', subject);
    expect([answer.status, answer.body.error]).toEqual([503, 'crm_unavailable']);
    expect((await portal.record('Deals', subject.dealId)).Stage).toBe(before.Stage);
    const contact = await sanne.contact(subject.contactId);
    expect(contact.undo).toBeNull();
    const karel = (await sanne.leads()).find(({ id }) => id === subject.contactId);
    expect(karel).toMatchObject({ attempts: 0, lastOutcome: null });
    expect((await sanne.act({ action: 'undo', ...subject })).status).toBe(422);
  });

  test.each([
    ['a discount', { action: 'discount', value: 500, value2: 'Buurtactie' }, { gaikan_discount: 500 }],
    ['another owner', { action: 'setOwner', value: owners.yusuf }, {}],
  ])('%s is done; the text that was typed with it becomes one task, and staff are told', async (_, edit, fields) => {
    await ruled({ notesPermitted: false });
    const subject = subjectOf(portal, 'bram');
    const press = crypto.randomUUID();
    for (let n = 0; n < 2; n += 1) {
      const answer = await sanne.act({ ...edit, ...subject, note: SAID }, press);
      expect([answer.status, refusedOf(answer)]).toEqual([200, ['note']]);
      await portal.restart();
    }
    expect(await portal.record('Deals', subject.dealId)).toMatchObject(fields);
    const tasks = await portal.related('Contacts', subject.contactId, 'Tasks', 'Subject,Description');
    expect(tasks).toMatchObject([{ Description: expect.stringContaining(SAID) }]);
  });

  test('if the CRM refuses the task too, the answer says that the text that was typed with a discount is not kept', async () => {
    await ruled({ notesPermitted: false, tasksPermitted: false });
    const discount = { action: 'discount', value: 500, value2: 'Buurtactie', note: SAID };
    expect((await sanne.act({ ...discount, ...subjectOf(portal, 'bram') })).status).toBe(503);
  });

  test('a discount is undone, and staff are told', async () => {
    await ruled({ notesPermitted: false });
    const subject = subjectOf(portal, 'bram');
    await sanne.act({ action: 'discount', value: 500, value2: 'Buurtactie', ...subject });
    const answer = await sanne.act({ action: 'undo', ...subject });
    expect([answer.status, refusedOf(answer)]).toEqual([200, ['note']]);
    expect((await portal.record('Deals', subject.dealId)).gaikan_discount).toBeNull();
    expect((await sanne.contact(subject.contactId)).undo).toBeNull();
  });

  test('if the CRM refuses the task too, staff read that they have to do it themselves', async () => {
    await ruled({ stageLocked: true, tasksPermitted: false });
    const answer = await act('not_interested', subjectOf(portal, 'karel'));
    expect([answer.status, refusedOf(answer)]).toEqual([200, ['stage', 'task']]);
  });
});
