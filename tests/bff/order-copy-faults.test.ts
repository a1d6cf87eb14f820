import { describe, type TestContext, test } from 'vitest';
import { loadConfig } from '../../bff/config.ts';
import { type Clock, systemClock } from '../../bff/crm/clock.ts';
import { LATEST_COMMIT_MS } from '../../bff/crm/create-once.ts';
import { createLog } from '../../bff/http/logging.ts';
import { startServer } from '../../bff/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import { TestClock } from '../crm-sandbox/sandbox-under-test.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { portalOf } from './own-portal.ts';
import { environmentOn } from './portal.ts';

// The results of a signature when the CRM or the portal fails on the way: in the end each exists once. These tests
// wait, so they run at the same time.

/** A portal for one test, with Bram's order and its records. */
async function startOrder(context: TestContext, clock?: Clock, settings: Partial<SandboxSettings> = {}) {
  const portal = await portalOf(context, {}, clock, settings);
  const desk = pdfDesk(portal);
  const id = desk.dealIdOf('bram');
  return {
    ...portal,
    expect: context.expect,
    desk,
    bram: portal.as('bram'),
    path: desk.pathOf('bram'),
    deal: () => portal.record('Deals', id),
    notes: () => portal.related('Deals', id, 'Notes', 'Note_Title,Note_Content'),
    files: () => portal.related('Deals', id, 'Attachments', 'File_Name'),
    tasks: () => portal.related('Deals', id, 'Tasks', 'Subject,Description'),
  };
}

describe.concurrent('I2 the copy of a signed order while something fails', () => {
  test('a repair that finds the PDF of a customer without an address says that the address is missing, and looks for no mail', async (context) => {
    const { expect, desk, bram, files, tasks, fault, noFaults, salesOps } = await startOrder(context);
    await salesOps('Contacts', bram.contactId, { Email: null });
    await fault({ match: 'POST .*/Tasks', kind: 'status', status: 503 });
    await desk.sign('bram', 'Bram');
    expect(await files()).toHaveLength(1);
    await noFaults();
    const state = async () => (await desk.dealOf('bram')).signing?.copy?.state;
    await expect.poll(state).toBe('task');
    const [task, ...more] = await tasks();
    expect(more).toEqual([]);
    expect(task?.Description).toContain('Er is geen e-mailadres van de klant bekend');
    expect((await desk.dealOf('bram')).signing?.copy?.mayBeMailed).toBe(false);
  });

  test('what a failing CRM leaves undone is finished at the next visit, once: the true time and address, one mail to the current address', async (context) => {
    const { expect, desk, deal, notes, files, outbox, fault, noFaults, salesOps, as, delivered } =
      await startOrder(context);
    await fault({ match: 'POST .*/(Notes|Attachments|files|send_mail)', kind: 'status', status: 503 });
    await desk.sign('bram', 'Bram');
    const before = JSON.parse(String((await deal()).portal_signature_evidence));
    expect(await files()).toEqual([]);
    await noFaults();
    await salesOps('Contacts', as('bram').contactId, { Email: 'nieuw@example.nl' });
    do await desk.dealOf('bram');
    while ((await deal()).portal_copy_sent_at === null);
    await delivered();
    expect(await outbox()).toMatchObject([{ to: [{ email: 'nieuw@example.nl' }] }]);
    expect(await files()).toHaveLength(1);
    const [note, ...more] = await notes();
    expect(more).toEqual([]);
    expect(note?.Note_Content).toContain(`Tijd (server): ${before.signedAt}`);
    expect(note?.Note_Content).toContain('IP-adres: 127.0.0.1');
  });

  test('if the CRM locks a deal that is won, its order is delivered once, without a change of the deal and also by later processes', async (context) => {
    const { expect, desk, deal, notes, files, tasks, outbox, fault, noFaults, settled, restart } =
      await startOrder(context);
    await fault({ match: 'POST .*/(Notes|Attachments|files|send_mail)', kind: 'status', status: 503 });
    const { kenmerk } = await desk.sign('bram', 'Bram');
    await settled();
    await noFaults();
    await fault({ match: 'PUT /crm/v8/Deals', kind: 'status', status: 400 });
    for (let visits = 0; visits < 3; visits += 1) {
      await restart();
      await desk.dealOf('bram');
      await settled();
    }
    expect((await deal()).portal_copy_sent_at).toBeNull();
    expect(await outbox()).toHaveLength(1);
    expect(await files()).toHaveLength(1);
    expect(await tasks()).toEqual([]);
    const titles = (await notes()).map(({ Note_Title }) => Note_Title);
    expect(titles.toSorted()).toEqual([`Kopie van getekende offerte ${kenmerk}`, `Ondertekening ${kenmerk}`]);
  });

  test('if the API user may not read notes, an interrupted order becomes one task for a colleague', async (context) => {
    const { expect, desk, tasks, fault, noFaults, settled, behave, restart } = await startOrder(context);
    await fault({ match: 'POST .*/(Notes|Attachments|files|send_mail)', kind: 'status', status: 503 });
    const { kenmerk } = await desk.sign('bram', 'Bram');
    await settled();
    await noFaults();
    await behave({ notesPermitted: false });
    for (let visits = 0; visits < 2; visits += 1) {
      await restart();
      await desk.dealOf('bram');
      await settled();
    }
    expect((await tasks()).map(({ Subject }) => Subject)).toEqual([expect.stringContaining(kenmerk)]);
    expect((await desk.dealOf('bram')).signing?.copy?.state).toBe('task');
  });

  test('a process that takes over an order, gets no answer and stops releases the order, so the next process does not wait', async (context) => {
    const { expect, desk, deal, outbox, fault, noFaults, delivered, settled, struck, restart } =
      await startOrder(context);
    await fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
    await desk.sign('bram', 'Bram');
    await delivered();
    await settled();
    await noFaults();
    await fault({ match: 'PUT /crm/v8/Deals', kind: 'reset', when: 'after', times: 1 });
    await desk.dealOf('bram');
    await struck(1);
    await restart();
    await desk.dealOf('bram');
    await settled();
    expect((await deal()).portal_copy_sent_at).not.toBeNull();
    expect(await outbox()).toHaveLength(1);
  });

  test('if two processes take over an order in the second of its last change, only one sends the copy', async (context) => {
    const clock = Object.assign(new TestClock(), { pause: systemClock.pause });
    const order = await startOrder(context, clock, { clock });
    const { expect, desk, bram, path, deal, notes, files, outbox, fault, noFaults, settled } = order;
    const second = await startServer(loadConfig(environmentOn(order.crmUrl)), createLog('silent'), clock);
    context.onTestFinished(() => second.stop());
    await fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
    await desk.sign('bram', 'Bram');
    await settled();
    await noFaults();
    await order.sandbox('DELETE', '/sandbox/requests');
    const visit = (port: string | number) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-survey-hash': bram.hash } });
    await Promise.all([visit(new URL(order.url).port), visit(second.port)]);
    await order.asked('"method":"PUT"', 2);
    clock.advance(1_000);
    await Promise.all([settled(), second.backgroundDone()]);
    expect([(await notes()).length, (await files()).length, (await outbox()).length]).toEqual([1, 1, 1]);
    expect((await deal()).portal_copy_sent_at).not.toBeNull();
  });

  test('if the answer about a signature was lost and the CRM stored it, the order is delivered though nobody presses again', async (context) => {
    const { expect, bram, path, deal, notes, files, outbox, fault, noFaults, settled } = await startOrder(context);
    const press = (body: object) => bram.post(`${path}/approve`, body);
    expect((await press({ survey1_approve_clicked: true })).status).toBe(200);
    await fault({ match: 'PUT /crm/v8/Deals', kind: 'late-commit', ms: 4_000 });
    // The request cannot see that the CRM stored the signature, however long a busy machine takes.
    await fault({ match: 'GET /crm/v8/Deals/', kind: 'status', status: 503 });
    expect((await press({ gaikan_signature_plain: 'Bram' })).status).toBe(503);
    await noFaults();
    await settled();
    expect((await deal()).gaikan_signature_plain).toBe('Bram');
    expect([(await notes()).length, (await files()).length, (await outbox()).length]).toEqual([1, 1, 1]);
  });

  test('an order that is opened while it is being signed is delivered once, by the press that signed it', async (context) => {
    const { expect, bram, path, deal, notes, files, outbox, fault, delivered, settled } = await startOrder(context);
    await bram.post(`${path}/approve`, { survey1_approve_clicked: true });
    await fault({ match: 'PUT /crm/v8/Deals', sent: 'Closed Won', kind: 'latency', ms: 1_500 });
    const pressed = bram.post(`${path}/approve`, { gaikan_signature_plain: 'Bram' });
    await expect.poll(async () => (await deal()).gaikan_signature_plain).toBe('Bram');
    await bram.get(path);
    expect((await pressed).status).toBe(200);
    await delivered();
    await settled();
    expect([(await notes()).length, (await files()).length, (await outbox()).length]).toEqual([1, 1, 1]);
  });

  test('if an earlier press has an unknown outcome, its later check leaves the order to the press that signed it: there is one mail', async (context) => {
    const secondPress = Promise.withResolvers<void>();
    let leaptMs = 0;
    const now = () => Date.now() + leaptMs;
    const pause = async (ms: number) => {
      // The check of the first press comes while the second one waits for the stage.
      if (ms === LATEST_COMMIT_MS) await secondPress.promise;
      await systemClock.pause(1);
      leaptMs += ms;
    };
    const order = await startOrder(context, { now, pause }, { clock: { now } });
    const { expect, bram, path, deal, notes, files, outbox, fault, noFaults } = order;
    const press = (body: object) => bram.post(`${path}/approve`, body);
    await press({ survey1_approve_clicked: true });
    await fault({ match: 'PUT /crm/v8/Deals', kind: 'status', status: 503 });
    expect((await press({ gaikan_signature_plain: 'Bram' })).status).toBe(503);
    await noFaults();
    await fault({ match: 'PUT /crm/v8/Deals', sent: 'Closed Won', kind: 'latency', ms: 1_500 });
    const pressedAgain = press({ gaikan_signature_plain: 'Bram' });
    await expect.poll(async () => (await deal()).gaikan_signature_plain).toBe('Bram');
    secondPress.resolve();
    expect((await pressedAgain).status).toBe(200);
    await order.delivered();
    await order.settled();
    expect([(await notes()).length, (await files()).length, (await outbox()).length]).toEqual([1, 1, 1]);
  });

  test('if the answer about a withdrawal was lost and the CRM stored it, the next press leaves its note, task and receipt, once', async (context) => {
    const { expect, desk, bram, path, deal, notes, tasks, outbox, fault, noFaults, settled } =
      await startOrder(context);
    await desk.sign('bram', 'Bram');
    const press = () => bram.post(`${path}/withdraw`, {});
    await fault({ match: '(PUT /crm/v8/Deals|POST .*/(Notes|Tasks))', kind: 'late-commit', ms: 4_000 });
    await fault({ match: 'GET /crm/v8/Deals/', kind: 'status', status: 503 });
    expect((await press()).status).toBe(503);
    await noFaults();
    await expect.poll(async () => (await deal()).portal_withdrawn_at).not.toBeNull();
    // Attempts that still hang may open the circuit again, so the customer presses until the circuit is closed.
    const pressedTwice = async () => (await Promise.all([press(), press()])).map(({ status }) => status);
    await expect.poll(pressedTwice).toEqual([200, 200]);
    await settled();
    const withdrawn = (title: unknown) => String(title).startsWith('Herroeping ');
    expect((await notes()).filter(({ Note_Title }) => withdrawn(Note_Title))).toHaveLength(1);
    expect((await tasks()).filter(({ Subject }) => withdrawn(Subject))).toHaveLength(1);
    const receipts = (await outbox()).filter(({ subject }) => !subject.startsWith('Uw getekende offerte'));
    expect(receipts).toHaveLength(1);
  });
});
