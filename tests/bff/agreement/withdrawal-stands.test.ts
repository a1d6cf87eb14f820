import { beforeEach, describe, expect, test } from 'vitest';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { type Alter, jsonAnswer, openAlteredPortal, writeDone, writeRefused } from '../faults/altered-crm.ts';

// Decisions J3 to J5: a withdrawal stays, whatever is edited in the CRM afterwards, and is confirmed only once it is
// stored.

const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
const { portal, alter } = await openAlteredPortal({ LOG_LEVEL: 'error' }, clock);
const desk = pdfDesk(portal);
const bram = portal.as('bram');
const id = desk.dealIdOf('bram');
beforeEach(async () => {
  // A fresh CRM has the same ids: the portal would confuse the withdrawn order with the new one.
  await portal.restart();
  await desk.sign('bram', 'Bram');
});

const withdraw = () => bram.post(`/api/contacts/deals/${id}/withdraw`, {});
/** @returns when the first order was withdrawn */
async function withdrawAndSignAgain(): Promise<number> {
  expect((await withdraw()).status).toBe(200);
  await portal.settled();
  const at = Date.parse((await desk.dealOf('bram')).withdrawnAt ?? '');
  await edit({ gaikan_signature_plain: null, portal_signature_evidence: null, portal_withdrawn_at: null });
  clock.aheadMs += 1_000;
  await desk.sign('bram', 'Bram');
  return at;
}
const edit = (fields: Record<string, unknown>) => portal.salesOps('Deals', id, fields);
const area = async () => (await desk.dealOf('bram')).quoteArea;
const titled = async (list: 'Notes' | 'Tasks', field: string, others = 'id') => {
  const all = await portal.related('Deals', id, list, `${field},${others}`);
  return all.filter((each) => String(each[field]).startsWith('Herroeping'));
};
const receipts = async () => (await portal.outbox()).filter(({ subject }) => subject.includes('herroeping'));

describe('J4 an edit in the CRM after a withdrawal does not undo it', () => {
  test.each([
    ['the name is spelled differently', 1, { gaikan_signature_plain: 'Bram\u00a0' }],
    ['a drawing is added to it', 1, { survey1_signature: 'x' }],
    // Nothing proves which order the press is about, so it gets a new note.
    ['the name is changed', 2, { gaikan_signature_plain: 'Iemand Anders' }],
    ['the evidence is emptied', 2, { portal_signature_evidence: null }],
  ])('%s, and the field is emptied', async (_, notes, fields) => {
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    await edit({ ...fields, portal_withdrawn_at: null });
    expect(await area()).toBe('withdrawn');
    await portal.restart();
    await portal.settled();
    expect(await area()).toBe('withdrawn');
    // A repeat of the press is the same withdrawal, as long as the portal knows its order.
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    expect(await titled('Notes', 'Note_Title')).toHaveLength(notes);
  });

  test('an order is still withdrawn if its signature was damaged before the press and repaired after it', async () => {
    await edit({ gaikan_signature_plain: 'Iemand Anders' });
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    await edit({ gaikan_signature_plain: 'Bram', portal_withdrawn_at: null });
    expect([await area(), (await desk.dealOf('bram')).signature]).toEqual(['withdrawn', 'proven']);
  });

  test('a later signature is another order, and the earlier withdrawal does not count for it', async () => {
    await withdrawAndSignAgain();
    expect(await area()).toBe('signed');
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    expect(await titled('Notes', 'Note_Title')).toHaveLength(2);
  });

  test('the withdrawal of a second order counts, also if its signature was damaged before the press', async () => {
    const at = await withdrawAndSignAgain();
    await edit({ gaikan_signature_plain: 'Brem' });
    const { body } = await withdraw();
    await portal.settled();
    expect(Date.parse((body.receipt as { at: string }).at)).toBeGreaterThan(at);
    await edit({ gaikan_signature_plain: 'Bram', portal_withdrawn_at: null });
    expect(await titled('Notes', 'Note_Title')).toHaveLength(2);
    expect(await area()).toBe('withdrawn');
  });

  test('the receipt of a deal that was moved to another contact is mailed to the signer, not to that contact', async () => {
    expect((await desk.dealOf('bram')).receiptTo).toBe('b•••@example.nl');
    await edit({ Contact_Name: { id: portal.as('carla').contactId } });
    const { body } = await portal.as('carla').get(`/api/contacts/deals/${id}`);
    expect((body.deal as Deal).receiptTo).toBe('b•••@example.nl');
    await portal.as('carla').post(`/api/contacts/deals/${id}/withdraw`, {});
    await portal.settled();
    expect((await receipts()).map(({ to }) => to[0]?.email)).toEqual(['bram@example.nl']);
  });

  test('the receipt of an order without proof names no total', async () => {
    await edit({ gaikan_signature_plain: 'Niemand', portal_signature_evidence: '{"a":1}' });
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    const [receipt] = await receipts();
    expect(receipt?.content).toContain('Ontvangen');
    expect(receipt?.content).not.toContain('Totaal incl. btw');
  });

  test('a note whose reference cannot be checked proves no more than the field does', async () => {
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    const [note] = await titled('Notes', 'Note_Title', 'id,Note_Content');
    const content = String(note?.Note_Content).replace(/Ref: [0-9a-f]+\./, 'Ref: 0123456789abcdef.');
    await portal.crm(`/Notes/${note?.id}`, 'PUT', { data: [{ Note_Content: content }] });
    await edit({ portal_withdrawn_at: null });
    await portal.restart();
    await portal.settled();
    expect(await desk.dealOf('bram')).toMatchObject({ quoteArea: 'withdrawn', withdrawalIn: 'field' });
  });
});

describe('J3 the portal proves what it saw', () => {
  test('a time that somebody wrote in the field is neither proven by the customer’s press nor printed', async () => {
    await edit({ portal_withdrawn_at: '2020-01-01T00:00:00+01:00' });
    await portal.restart();
    await portal.settled();
    expect((await desk.pdfOf('bram')).text).toContain('herroepen volgens onze administratie');
    const { body } = await withdraw();
    const { at } = body.receipt as { at: string };
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(15 * 60_000);
    await portal.settled();
    const [note] = await titled('Notes', 'Note_Title', 'Note_Content');
    expect(note?.Note_Content).toContain(`Tijd (server): ${at}`);
    expect(note?.Note_Content).toContain('IP-adres: ');
    expect((await desk.dealOf('bram')).withdrawnAt).toBe(at);
  });
});

describe('J5 a withdrawal is confirmed once it is stored', () => {
  const rules =
    (taken: (path: string) => boolean): Alter =>
    async ({ method, path, body }, pass) => {
      if (method === 'POST' && /\/(Notes|Tasks)$/.test(path))
        return taken(path) ? pass() : writeRefused('INVALID_DATA');
      const isField = method === 'PUT' && path === `/Deals/${id}` && body.toString().includes('portal_withdrawn_at');
      return isField ? writeDone(id) : pass();
    };

  test.each([
    ['drops the field', null],
    ['has the time of somebody else in the field', '2020-01-01T00:00:00+01:00'],
  ])('the CRM refuses note and task and %s: "not_recorded", and no receipt', async (_, portal_withdrawn_at) => {
    await edit({ portal_withdrawn_at });
    alter(rules(() => false));
    const { status, body } = await withdraw();
    expect([status, body.error]).toEqual([503, 'not_recorded']);
    await portal.settled();
    expect(await receipts()).toEqual([]);
  });

  test('if the CRM commits the note late, a repeat from another device is the same withdrawal, with one note, task and receipt', async () => {
    let isLost = true;
    alter(async ({ method, path }, pass) =>
      isLost && method === 'POST' && path.endsWith('/Notes') ? jsonAnswer(502, {}) : pass(),
    );
    const first = await withdraw();
    expect(first.status).toBe(200);
    const again = await withdraw();
    expect(again.body.receipt).toEqual(first.body.receipt);
    isLost = false;
    await portal.settled();
    expect(await area()).toBe('withdrawn');
    expect(await titled('Notes', 'Note_Title')).toHaveLength(1);
    expect(await titled('Tasks', 'Subject')).toHaveLength(1);
    expect(await receipts()).toHaveLength(1);
  });

  test('a withdrawal whose process died before the task gets its task as soon as somebody opens it', async () => {
    expect((await withdraw()).status).toBe(200);
    await portal.settled();
    const [task] = await titled('Tasks', 'Subject');
    await portal.crm(`/Tasks/${task?.id}`, 'DELETE');
    await portal.restart();
    clock.aheadMs += 10 * 60_000;
    expect(await area()).toBe('withdrawn');
    await portal.settled();
    expect(await titled('Tasks', 'Subject')).toHaveLength(1);
    expect(await titled('Notes', 'Note_Title')).toHaveLength(1);
  });
});
