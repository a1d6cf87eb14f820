import { describe, test } from 'vitest';
import { HOLD_MS } from '../../bff/order/hold.ts';
import { ownPortal } from './own-portal.ts';
import { ADMIN_DIGEST, type Portal } from './portal.ts';

// What a customer tells us while the CRM fails: in the end it is there, once. These wait, so they wait at the same time.

const ASK = { text: 'Past de batterij onder de trap?' };

/** Somebody with a deal, and what is left with that deal. */
function senderOf(portal: Portal, name: string) {
  const customer = portal.as(name);
  const id = customer.dealIds[0] ?? '';
  return {
    id,
    send: (what: string, body: object = {}, headers?: Record<string, string>) =>
      customer.post(`/api/contacts/deals/${id}/${what}`, body, headers),
    notes: () => portal.related('Deals', id, 'Notes', 'Note_Title'),
    tasks: () => portal.related('Deals', id, 'Tasks', 'Subject'),
    outbox: () => portal.sandbox<unknown[]>('GET', '/sandbox/outbox'),
    fault: (body: Record<string, unknown>) => portal.sandbox('POST', '/sandbox/faults', body),
    noFaults: () => portal.sandbox('DELETE', '/sandbox/faults'),
  };
}

describe.concurrent('A2 "Ik heb een vraag" while the CRM fails', { timeout: 60_000 }, () => {
  test.for([
    ['note', 'POST .*/Notes', 'notes'],
    ['task', 'POST .*/Tasks', 'tasks'],
  ] as const)(
    'the %s is committed after it was sent again: the copy is deleted before the answer',
    async ([, match, list], context) => {
      const { expect } = context;
      const { send, fault, [list]: left } = senderOf(await ownPortal(context), 'bram');
      await fault({ match, kind: 'late-commit', ms: 4_000, times: 1 });
      const sending = send('question', ASK);
      await expect.poll(async () => (await left()).length, { timeout: 10_000, interval: 20 }).toBe(2);
      expect((await sending).status).toBe(200);
      expect(await left()).toHaveLength(1);
    },
  );

  test('the note is refused while the task is still being written: the next press finds the task', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { send, fault, noFaults, notes, tasks } = senderOf(portal, 'bram');
    const inFlight = async () => (await portal.sandbox<{ now: number }>('GET', '/sandbox/at-once')).now;
    await fault({ match: 'POST .*/Notes', kind: 'status', status: 400 });
    await fault({ match: 'POST .*/Tasks', kind: 'latency', ms: 600, times: 1 });
    const press = () => send('question', ASK, { 'idempotency-key': 'press-beside-1' });
    const calls = await portal.crmCallsOf(async () => {
      expect((await press()).status).toBe(422);
      await noFaults();
      expect((await press()).status).toBe(200);
      await expect.poll(inFlight).toBe(0);
    });
    expect(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/Tasks'))).toHaveLength(1);
    expect([(await notes()).length, (await tasks()).length]).toEqual([1, 1]);
  });

  test('the task fails: 503, and the same press again completes it without a second note', async (context) => {
    const { expect } = context;
    const { send, fault, noFaults, notes, tasks } = senderOf(await ownPortal(context), 'bram');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503 });
    const press = () => send('question', ASK, { 'idempotency-key': 'press-again-1' });
    const refused = await press();
    expect(refused.status).toBe(503);
    expect(refused.body.message).toBe('request failed');
    await noFaults();
    expect((await press()).status).toBe(200);
    expect(await notes()).toHaveLength(1);
    expect(await tasks()).toHaveLength(1);
  });
});

describe.concurrent('J5 the CRM takes no task, such as for a field that it requires', { timeout: 60_000 }, () => {
  test.for([
    ['question', 'bram', ASK, 'Vraag over offerte '],
    ['decline', 'bram', { reason: 'Te duur' }, 'Offerte afgewezen '],
    ['wish', 'carla', { props: {}, text: 'Liever kleiner' }, 'Wens over offerte '],
  ] as const)('a %s stands by its note, once', async ([what, name, body, title], context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { send, fault, notes, tasks } = senderOf(portal, name);
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 400 });
    const press = () => send(what, body, { 'idempotency-key': 'press-refused-1' });
    expect((await press()).status).toBe(200);
    await portal.settled();
    await portal.restart();
    expect((await press()).status).toBe(200);
    await portal.settled();
    const left = (await notes()).filter(({ Note_Title }) => String(Note_Title).startsWith(title));
    expect([left.length, (await tasks()).length]).toEqual([1, 0]);
    expect(portal.logged()).toContain('the CRM takes no task about a message of a customer');
  });

  test('taken at the second try, the task is there, once', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { send, fault, tasks } = senderOf(portal, 'bram');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 400, times: 1 });
    expect((await send('question', ASK)).status).toBe(200);
    await portal.settled();
    expect(await tasks()).toHaveLength(1);
  });

  test('an answer that needs a quote of its own is saved, and a note says so, once', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { id, fault, notes } = senderOf(portal, 'anna');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 400 });
    const save = (size: string) =>
      portal.as('anna').put(`/api/contacts/deals/${id}`, { props: { gaikan_saltion_battery_modules: size } });
    for (const size of ['XL', '4', 'XL']) expect((await save(size)).status).toBe(200);
    expect((await portal.record('Deals', id)).gaikan_saltion_battery_modules).toBe('XL');
    expect(await notes()).toEqual([expect.objectContaining({ Note_Title: 'Offerte op maat: batterij XL' })]);
    await portal.settled();
  });

  test('"Niet meer bellen" holds although the CRM takes no call', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { id, fault } = senderOf(portal, 'bram');
    const { contactId } = portal.as('bram');
    await fault({ match: 'POST .*/Calls', kind: 'status', status: 400 });
    const body = { action: 'skip', contactId, dealId: id, note: 'Wil niet gebeld worden' };
    const answer = await portal.call('POST', '/api/admin/callcenter/action', {
      body,
      headers: { authorization: ADMIN_DIGEST },
    });
    expect(answer.status).toBe(200);
    expect((await portal.record('Contacts', contactId)).Tag).toEqual([
      expect.objectContaining({ name: 'niet-bellen' }),
    ]);
    const notes = await portal.related('Contacts', contactId, 'Notes', 'Note_Content');
    expect(notes.some(({ Note_Content }) => String(Note_Content).includes('Wil niet gebeld worden'))).toBe(true);
  });
});

describe.concurrent('F4 "Overeenkomst herroepen" while the CRM fails', { timeout: 60_000 }, () => {
  test('note taken and task refused at first, of a withdrawal that a crash left: the receipt is still mailed, once', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { id, fault, noFaults, notes, tasks, outbox } = senderOf(portal, 'daan');
    const at = new Date(Date.now() - 10 * 60_000).toISOString().replace(/\.\d+Z/, '+00:00');
    await portal.salesOps('Deals', id, { portal_withdrawn_at: at });
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503 });
    await portal.restart();
    await portal.struck(1);
    await noFaults();
    await portal.settled();
    await portal.restart();
    await portal.settled();
    const isOne = ({ Note_Title }: Record<string, unknown>) => String(Note_Title).startsWith('Herroeping ');
    expect((await notes()).filter(isOne)).toHaveLength(1);
    expect(await tasks()).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  test('what a process left undone of a withdrawal is finished once it cannot be at it any more: at a visit, or by itself', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const withdrawnAgo = async (name: string, ms: number) => {
      const { id, notes, tasks } = senderOf(portal, name);
      const at = new Date(Date.now() - ms).toISOString().replace(/\.\d+Z/, '+00:00');
      await portal.salesOps('Deals', id, { gaikan_signature_plain: name, portal_withdrawn_at: at });
      const left = async () => {
        const titles = [...(await notes()), ...(await tasks())].map((each) => String(each.Note_Title ?? each.Subject));
        return titles.filter((title) => title.startsWith('Herroeping '));
      };
      return { visit: () => portal.as(name).get(`/api/contacts/deals/${id}`), left };
    };
    const [held, visited] = [await withdrawnAgo('carla', HOLD_MS / 2), await withdrawnAgo('bram', HOLD_MS)];
    await Promise.all([held.visit(), visited.visit(), visited.visit()]);
    await portal.settled();
    expect([(await held.left()).length, (await visited.left()).length]).toEqual([0, 2]);

    const alone = await withdrawnAgo('daan', HOLD_MS - 3_000);
    await portal.restart();
    await expect.poll(async () => (await alone.left()).length, { timeout: 15_000 }).toBe(2);
  });

  test('note taken and task refused at first: the receipt is still mailed, once', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { send, fault, noFaults, tasks, outbox } = senderOf(portal, 'daan');
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503 });
    expect((await send('withdraw')).status).toBe(200);
    await noFaults();
    await portal.settled();
    expect(await tasks()).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  test('a receipt that was not mailed becomes a task, also where the CRM does not take that task at first', async (context) => {
    const { expect } = context;
    const portal = await ownPortal(context);
    const { send, fault, tasks, outbox } = senderOf(portal, 'daan');
    await fault({ match: 'send_mail', kind: 'reset', when: 'after' });
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503, skip: 1, times: 3 });
    expect((await send('withdraw')).status).toBe(200);
    await portal.settled();
    expect(await tasks()).toHaveLength(2);
    expect(await outbox()).toHaveLength(1);
  });
});
