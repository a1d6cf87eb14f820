import { beforeEach, describe, expect, test } from 'vitest';
import type { Deal, Receipt } from '../../bff/view-models/deal.ts';
import { openFreshPortal, ownPortal } from './own-portal.ts';
import type { Answer } from './send.ts';

// A customer's messages: a question, a refusal of the quote, a withdrawal from the order.

const portal = await openFreshPortal();
const bram = portal.as('bram');
const id = bram.dealId;

const pathOf = (dealId: string, what: string) => `/api/contacts/deals/${dealId}/${what}`;
const receiptOf = (answer: Answer) => answer.body.receipt as Receipt;
const notesOf = (dealId: string) => portal.related('Deals', dealId, 'Notes', 'Note_Title,Note_Content');
const tasksOf = (dealId: string) =>
  portal.related('Deals', dealId, 'Tasks', 'Subject,Description,Owner,Who_Id,What_Id,Status,Priority');
const errorOf = ({ status, body }: Answer) => [status, body.error];

const ASK = { text: '  Past de batterij\u0000 onder de trap?\u001b\u0007\nDaar is 1,10 meter. ' };

describe('A2 "Ik heb een vraag" and "Ik wil deze offerte niet"', () => {
  test('a question leaves a note with the deal and a task for its owner, without invisible characters', async () => {
    const answer = await bram.post(pathOf(id, 'question'), ASK, { 'user-agent': 'Testbrowser 1.0' });
    expect(answer.status).toBe(200);
    const { at, kenmerk } = receiptOf(answer);
    expect(at).toMatch(/^20\d\d-\d\d-\d\dT/);
    const [note, ...more] = await notesOf(id);
    expect(more).toEqual([]);
    expect(note?.Note_Title).toBe(`Vraag over offerte ${kenmerk}`);
    expect(note?.Note_Content).toContain('Past de batterij onder de trap?\nDaar is 1,10 meter.');
    expect(note?.Note_Content).toContain('Browser: Testbrowser 1.0');
    const [task, ...others] = await tasksOf(id);
    expect(others).toEqual([]);
    const { Owner } = await portal.record('Deals', id);
    expect(task).toMatchObject({
      Subject: `Beantwoord de vraag over offerte ${kenmerk}`,
      Owner: { id: (Owner as { id: string }).id },
      Who_Id: { id: bram.contactId },
      What_Id: { id },
    });
    expect(task?.Description).toContain('Past de batterij onder de trap?\nDaar is 1,10 meter.');
  });

  test('whoever agrees to an offer that was declined and then changed still gets the answer that it is declined', async () => {
    const { deal } = (await bram.get(`/api/contacts/deals/${id}`)).body as { deal: Deal };
    await bram.post(pathOf(id, 'decline'), {});
    await portal.salesOps('Deals', id, { gaikan_discount: 250, gaikan_discount_reason: 'Welkom' });
    const approval = { survey1_approve_clicked: true, fingerprint: deal.fingerprint };
    const { status, body } = await bram.post(pathOf(id, 'approve'), approval);
    expect([status, body.error, (body.deal as Deal).quoteArea]).toEqual([409, 'quote_changed', 'declined']);
  });

  test('a refusal needs no reason, and leaves stage and quote as they are', async () => {
    const before = await portal.record('Deals', id);
    const { kenmerk } = receiptOf(await bram.post(pathOf(id, 'decline'), {}));
    expect((await bram.post(pathOf(id, 'decline'), { reason: 'Te duur' })).status).toBe(200);
    const notes = await notesOf(id);
    expect(notes.map(({ Note_Title }) => Note_Title)).toEqual(Array(2).fill(`Offerte afgewezen ${kenmerk}`));
    expect(notes.some(({ Note_Content }) => String(Note_Content).includes('Reden: Te duur'))).toBe(true);
    expect(await tasksOf(id)).toHaveLength(2);
    const after = await portal.record('Deals', id);
    for (const field of ['Stage', 'Amount', 'survey1_calc', 'survey1_approve_clicked']) {
      expect(after[field]).toEqual(before[field]);
    }
  });

  test.each([
    ['question', {}, 422, 'field_invalid'],
    ['question', { text: '   ' }, 422, 'field_invalid'],
    ['question', { text: 'x'.repeat(2001) }, 422, 'field_invalid'],
    ['question', ['Vraag'], 400, 'invalid'],
    ['decline', { reason: 7 }, 422, 'field_invalid'],
  ])('B3 %s %j: %i %s, without a CRM call', async (what, body, status, error) => {
    let answer: Answer | undefined;
    const calls = await portal.crmCallsOf(async () => {
      answer = await bram.post(pathOf(id, what), body);
    });
    expect(answer && errorOf(answer)).toEqual([status, error]);
    expect(calls).toEqual([]);
  });

  test('ten questions and ten refusals about a deal in a day; an eleventh reaches nobody, and is not recorded', async () => {
    const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
    const own = await ownPortal({}, clock);
    const carla = own.as('carla');
    const dealId = carla.dealId;
    const ask = (text: string) => carla.post(pathOf(dealId, 'question'), { text });
    const decline = (reason: string) => carla.post(pathOf(dealId, 'decline'), { reason });
    for (let count = 0; count < 10; count += 1) {
      for (const send of [ask, decline]) expect((await send(`Bericht ${count}`)).status).toBe(200);
      clock.offsetMs += 60 * 60_000;
    }
    await own.salesOps('Deals', dealId, { portal_declined_at: null });
    for (const send of [ask, decline]) expect(errorOf(await send('Nog een'))).toEqual([429, 'too_many']);
    expect((await own.record('Deals', dealId)).portal_declined_at).toBeNull();
    clock.offsetMs += 14 * 60 * 60_000;
    for (const send of [ask, decline]) expect((await send('Morgen weer')).status).toBe(200);
    expect(await own.related('Deals', dealId, 'Notes', 'Note_Title')).toHaveLength(22);
  });
});

describe('F4 "Overeenkomst herroepen"', () => {
  // A fresh CRM has the same ids: the portal would still remember withdrawals of the old one.
  beforeEach(() => portal.restart());

  test('leaves one note, one task and one mail; the receipt is the same whenever and on whichever device it is requested', async () => {
    const daan = portal.as('daan');
    const dealId = daan.dealId;
    const path = pathOf(dealId, 'withdraw');
    expect((await daan.get(path)).body).toEqual({ receipt: null });
    const before = await portal.record('Deals', dealId);

    const [first, second] = await Promise.all([daan.post(path, {}), daan.post(path)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { at, kenmerk } = receiptOf(first);
    expect(receiptOf(second)).toEqual({ at, kenmerk });
    await portal.restart();
    expect(receiptOf(await daan.post(path, {}))).toEqual({ at, kenmerk });
    expect((await daan.get(path)).body).toEqual({ receipt: { at, kenmerk } });

    const withdrawals = (await notesOf(dealId)).filter(({ Note_Title }) => Note_Title === `Herroeping ${kenmerk}`);
    expect(withdrawals).toHaveLength(1);
    for (const fact of ['Daan de Vries', `Tijd (server): ${at}`, 'IP-adres: 127.0.0.1']) {
      expect(withdrawals[0]?.Note_Content).toContain(fact);
    }
    const tasks = await tasksOf(dealId);
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ Subject: `Herroeping van overeenkomst ${kenmerk}`, Priority: 'High' });
    // The portal leaves the stage, and everything else of the deal, to staff.
    expect((await portal.record('Deals', dealId)).Stage).toBe(before.Stage);
    await portal.settled();
    const outbox = await portal.outbox();
    expect(outbox).toEqual([expect.objectContaining({ content: expect.stringContaining(kenmerk) })]);
  });

  test('an order with a drawn signature can be withdrawn too; an unsigned quote cannot', async () => {
    const eva = portal.as('eva');
    expect((await eva.post(pathOf(eva.dealId, 'withdraw'), {})).status).toBe(200);
    expect(errorOf(await bram.post(pathOf(id, 'withdraw'), {}))).toEqual([409, 'conflict']);
    expect(await notesOf(id)).toEqual([]);
    expect((await bram.get(pathOf(id, 'withdraw'))).body).toEqual({ receipt: null });
  });
});

test('A2 a question costs 6 CRM calls, a withdrawal at most 6 beside its mail, and a receipt 1', async () => {
  // The process remembers withdrawals of orders in earlier tests.
  await portal.restart();
  const daan = portal.as('daan');
  const dealId = daan.dealId;
  await Promise.all([bram.get('/api/contacts/verify'), daan.get('/api/contacts/verify')]);
  expect(await portal.crmCallsOf(() => bram.post(pathOf(id, 'question'), ASK))).toHaveLength(6);
  const isMail = ({ path }: { path: string }) => path.includes('send_mail');
  const withdrawal = await portal.crmCallsOf(() => daan.post(pathOf(dealId, 'withdraw'), {}));
  // A predecessor's order has no evidence, so the portal reads its notes twice.
  expect(withdrawal.filter((call) => !isMail(call)).length).toBeLessThanOrEqual(6);
  expect((await portal.crmCallsOf(() => daan.get(pathOf(dealId, 'withdraw')))).length).toBe(1);
});
