import { describe, type TestContext, test } from 'vitest';
import { HOLD_MS } from '../../bff/agreement/hold.ts';
import type { Clock } from '../../bff/crm/clock.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { portalOf } from './own-portal.ts';
import type { Portal } from './portal.ts';
import { staffOf } from './staff.ts';

// Messages of a customer while the CRM fails: in the end each exists, once. These tests wait, so they run at the same
// time.

const ASK = { text: 'Past de batterij onder de trap?' };

/** A customer with a deal, and the records of that deal. */
function senderOf(portal: Portal, name: string) {
  const customer = portal.as(name);
  const id = customer.dealId;
  return {
    ...portal,
    id,
    /** What the page of the deal gets. */
    look: () => customer.get(customer.deal),
    send: (what: string, body: object = {}, headers?: Record<string, string>) =>
      customer.post(`${customer.deal}/${what}`, body, headers),
    notes: () => portal.related('Deals', id, 'Notes', 'Note_Title'),
    tasks: () => portal.related('Deals', id, 'Tasks', 'Subject'),
  };
}

/** A portal for one test, with this customer. */
async function startSender(context: TestContext, name: string, clock?: Clock) {
  const portal = await portalOf(context, {}, clock);
  return { portal, expect: context.expect, ...senderOf(portal, name) };
}

describe.concurrent('A2 "Ik heb een vraag" while the CRM fails', () => {
  test('if the note fails while the task is still being written, the next press finds the task', async (context) => {
    const { expect, portal, send, fault, noFaults, notes, tasks } = await startSender(context, 'bram');
    const inFlight = async () => (await portal.sandbox<{ now: number }>('GET', '/sandbox/at-once')).now;
    await fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
    await fault({ match: 'POST .*/Tasks', kind: 'latency', ms: 600, times: 1 });
    const press = () => send('question', ASK, { 'idempotency-key': 'press-beside-1' });
    const calls = await portal.crmCallsOf(async () => {
      expect((await press()).status).toBe(503);
      await noFaults();
      expect((await press()).status).toBe(200);
      await expect.poll(inFlight).toBe(0);
    });
    expect(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/Tasks'))).toHaveLength(1);
    expect([(await notes()).length, (await tasks()).length]).toEqual([1, 1]);
  });
});

describe.concurrent('J5 the CRM refuses the task, for example because it requires another field', () => {
  test('a question, a refusal and a wish are confirmed because of their note, and each leaves one', async (context) => {
    const { expect, portal } = await startSender(context, 'bram');
    await portal.fault({ match: 'POST .*/Tasks', kind: 'status', status: 400 });
    const messages = [
      ['question', 'bram', ASK, 'Vraag over offerte '],
      ['decline', 'bram', { reason: 'Te duur' }, 'Offerte afgewezen '],
      ['wish', 'carla', { props: {}, text: 'Liever kleiner' }, 'Wens over offerte '],
    ] as const;
    const pressAll = async () => {
      for (const [what, name, body] of messages) {
        const answer = await senderOf(portal, name).send(what, body, { 'idempotency-key': `press-refused-${what}` });
        expect([what, answer.status]).toEqual([what, 200]);
      }
      await portal.settled();
    };
    await pressAll();
    await portal.restart();
    await pressAll();
    for (const [, name, , title] of messages) {
      const { notes, tasks } = senderOf(portal, name);
      const left = (await notes()).filter(({ Note_Title }) => String(Note_Title).startsWith(title));
      expect([left.length, (await tasks()).length]).toEqual([1, 0]);
    }
    expect(portal.logged()).toContain('the CRM takes no note or task about a message of a customer');
  });

  test('a token that is refused repeatedly is no refusal of the task, so nothing is confirmed without the task', async (context) => {
    const { expect, portal, send, fault, noFaults, notes, tasks } = await startSender(context, 'bram');
    await fault({ match: 'POST .*/Tasks', kind: 'expire-token', times: 3 });
    const press = () => send('question', ASK, { 'idempotency-key': 'press-expired-1' });
    expect((await press()).status).toBe(503);
    await noFaults();
    // The portal does not call the token endpoint for a moment after fresh tokens were refused.
    await expect.poll(async () => (await press()).status).toBe(200);
    await portal.settled();
    expect([(await notes()).length, (await tasks()).length]).toEqual([1, 1]);
  });

  test('a task that the CRM accepts at the second try exists once', async (context) => {
    const { expect, portal, send, fault, tasks } = await startSender(context, 'bram');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 400, times: 1 });
    expect((await send('question', ASK)).status).toBe(200);
    await portal.settled();
    expect(await tasks()).toHaveLength(1);
  });

  test('an answer that needs a manual quote is saved, and a note says so, once', async (context) => {
    const { expect, portal, id, fault, notes } = await startSender(context, 'anna');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 400 });
    const save = (size: string) =>
      portal.as('anna').put(portal.as('anna').deal, { props: { gaikan_saltion_battery_modules: size } });
    for (const size of ['XL', '4', 'XL']) expect((await save(size)).status).toBe(200);
    expect((await portal.record('Deals', id)).gaikan_saltion_battery_modules).toBe('XL');
    expect(await notes()).toEqual([expect.objectContaining({ Note_Title: 'Offerte op maat: batterij XL' })]);
    await portal.settled();
  });
});

describe.concurrent('F4 "Overeenkomst herroepen" while the CRM fails', () => {
  test('if the deal is locked, one note, one task and one receipt are enough, also after a restart; the field is written within the hour', async (context) => {
    const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
    const sender = await startSender(context, 'daan', clock);
    const { expect, portal, id, look, send, fault, noFaults, notes, tasks, outbox } = sender;
    const area = async () => ((await look()).body.deal as Deal).quoteArea;
    await fault({ match: `PUT .*/Deals/${id}`, kind: 'status', status: 400 });
    const first = await send('withdraw');
    expect([first.status, await area()]).toEqual([200, 'withdrawn']);
    await portal.settled();
    await portal.restart();
    await portal.settled();
    expect(await area()).toBe('withdrawn');
    expect((await send('withdraw')).body.receipt).toEqual(first.body.receipt);
    await portal.settled();
    const isOne = ({ Note_Title }: Record<string, unknown>) => String(Note_Title).startsWith('Herroeping ');
    expect([(await notes()).filter(isOne).length, (await tasks()).length, (await outbox()).length]).toEqual([1, 1, 1]);
    await noFaults();
    clock.aheadMs = 2 * 60 * 60_000;
    await area();
    const field = async () => (await portal.record('Deals', id)).portal_withdrawn_at;
    await expect.poll(field).toEqual(expect.any(String));
    // J4: emptying the field does not undo the withdrawal.
    await portal.salesOps('Deals', id, { portal_withdrawn_at: null });
    expect(await area()).toBe('withdrawn');
    const [atDesk] = (await staffOf(portal).contact(portal.as('daan').contactId)).deals;
    expect(atDesk).toMatchObject({ withdrawalIn: 'note' });
    clock.aheadMs += 2 * 60 * 60_000;
    await portal.restart();
    await expect.poll(field).toEqual(expect.any(String));
  });

  test('if the CRM refuses field, note and task, the answer is "not_recorded", with our address and telephone', async (context) => {
    const { expect, look, send, fault, outbox } = await startSender(context, 'daan');
    await fault({ match: '(PUT|POST) .*/(Deals|Notes|Tasks)', kind: 'status', status: 400 });
    const { status, body } = await send('withdraw');
    expect([status, body.error]).toEqual([503, 'not_recorded']);
    expect(body.detail).toMatch(/\d{3}.*@.*\d{4} [A-Z]{2}/);
    const now = await look();
    expect((now.body.deal as Deal).quoteArea).toBe('signed');
    expect(await outbox()).toEqual([]);
  });

  test('J4 a withdrawal that somebody else wrote in the field is shown as entered by staff, and causes no note, task or mail', async (context) => {
    const { expect, portal, id, look, notes, tasks, outbox } = await startSender(context, 'daan');
    const before = await notes();
    const at = new Date(Date.now() - HOLD_MS).toISOString().replace(/\.\d+Z/, '+00:00');
    await portal.salesOps('Deals', id, { portal_withdrawn_at: at });
    await portal.restart();
    await portal.settled();
    const { body } = await look();
    expect(body.deal).toMatchObject({ quoteArea: 'withdrawn', withdrawalIn: 'field' });
    // A page that was still open has no receipt to show, also after a press that failed.
    expect((await portal.as('daan').get(`${portal.as('daan').deal}/withdraw`)).body).toEqual({ receipt: null });
    await portal.settled();
    expect([await notes(), await tasks(), await outbox()]).toEqual([before, [], []]);
  });

  test('J4 the CRM refuses to query notes: the press after a field of staff is recorded, and its repeats after restarts are the same withdrawal', async (context) => {
    const { expect, portal, id, look, send, fault, notes, tasks, outbox } = await startSender(context, 'daan');
    await fault({ match: '/coql', sent: 'from Notes', kind: 'status', status: 400 });
    const restart = async () => {
      await portal.settled();
      await portal.restart();
      await portal.settled();
    };
    const shown = async () => (await look()).body.deal as Deal;
    const staffs = '2026-11-25T09:00:00+00:00';
    await portal.salesOps('Deals', id, { portal_withdrawn_at: staffs });
    await restart();
    expect(await shown()).toMatchObject({ quoteArea: 'withdrawn', withdrawalIn: 'field' });
    const { status, body } = await send('withdraw');
    const receipt = body.receipt as { at: string };
    expect([status, Date.parse(receipt.at) > Date.parse(staffs)]).toEqual([200, true]);
    for (const fields of [{ portal_withdrawn_at: staffs }, { portal_withdrawn_at: null }]) {
      await portal.salesOps('Deals', id, fields);
      await restart();
      if (fields.portal_withdrawn_at !== null) {
        expect(await shown()).toMatchObject({ withdrawnAt: receipt.at, withdrawalIn: null });
      }
      expect((await send('withdraw')).body.receipt).toEqual(receipt);
    }
    await portal.settled();
    const isOne = ({ Note_Title }: Record<string, unknown>) => String(Note_Title).startsWith('Herroeping ');
    expect([(await notes()).filter(isOne).length, (await tasks()).length, (await outbox()).length]).toEqual([1, 1, 1]);
  });

  test('a note that the CRM accepts slowly leaves time for task and field, and counts as soon as it exists', async (context) => {
    const { expect, portal, id, look, send, fault, tasks } = await startSender(context, 'daan');
    await fault({ match: 'POST .*/Notes', kind: 'reset', times: 3 });
    expect((await send('withdraw')).status).toBe(200);
    await portal.settled();
    expect(await tasks()).toHaveLength(1);
    await portal.salesOps('Deals', id, { portal_withdrawn_at: null });
    const { body } = await look();
    expect((body.deal as Deal).quoteArea).toBe('withdrawn');
  });

  test('if the CRM accepts the note and refuses the task at first, the receipt is still mailed, once', async (context) => {
    const { expect, portal, send, fault, noFaults, tasks, outbox } = await startSender(context, 'daan');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503 });
    expect((await send('withdraw')).status).toBe(200);
    await noFaults();
    await portal.settled();
    expect(await tasks()).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  test('a receipt that was not mailed becomes a task, also if the CRM refuses that task at first', async (context) => {
    const { expect, portal, send, fault, tasks, outbox } = await startSender(context, 'daan');
    await fault({ match: 'send_mail', kind: 'reset', when: 'after' });
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503, skip: 1, times: 3 });
    expect((await send('withdraw')).status).toBe(200);
    await portal.settled();
    expect(await tasks()).toHaveLength(2);
    expect(await outbox()).toHaveLength(1);
  });
});
