import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openFreshPortal, ownPortal } from './own-portal.ts';
import { staffOf } from './staff.ts';

// The results of a signature: its evidence in the same write, and after the answer a note, a sealed PDF and a mail,
// each once.

// A signature waits until a change is a second old, and then reads again. This clock is ahead, so neither happens.
const portal = await openFreshPortal({}, { now: () => Date.now() + 5_000 });
const desk = pdfDesk(portal);
const id = desk.dealIdOf('bram');

const titles = async () => (await portal.related('Deals', id, 'Notes', 'Note_Title')).map((note) => note.Note_Title);
const files = async () => (await portal.related('Deals', id, 'Attachments', 'File_Name')).map((file) => file.File_Name);
const tasks = async () => (await portal.related('Deals', id, 'Tasks', 'Subject')).map((task) => task.Subject);
/** Two reads and the approval come before the signature itself. */
const BEFORE_SIGNING = 3;
const asked = async (on = portal) =>
  (await on.related('Deals', id, 'Tasks', 'Description')).map((task) => String(task.Description));

describe('I2 the copy of a signed order', () => {
  test('there is one note, one PDF and one mail with that PDF; the deal says that the mail was sent, and the page to which address', async () => {
    await desk.sign('bram', 'Bram');
    const { kenmerk, signing } = await desk.dealOf('bram');
    const name = `Getekende offerte ${kenmerk}.pdf`;
    expect(await titles()).toEqual([`Ondertekening ${kenmerk}`]);
    expect(await files()).toEqual([name]);
    expect(await tasks()).toEqual([]);
    const [mail, ...more] = await portal.outbox();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: `Uw getekende offerte (${kenmerk})`, attachments: [{ name }] });
    expect(signing?.copy).toMatchObject({ state: 'sent', to: expect.stringMatching(/^b•••@/) });
  });

  test.each([
    ['refused', { match: 'send_mail', kind: 'status', status: 400 }, false],
    ['of an unknown outcome', { match: 'send_mail', kind: 'reset', when: 'after' }, true],
  ])('a mail that is %s becomes one task, and the page and the desk say so', async (_, trouble, mayBeMailed) => {
    await portal.fault(trouble);
    await desk.sign('bram', 'Bram');
    const { kenmerk, signing } = await desk.dealOf('bram');
    expect(await tasks()).toEqual([`Stuur de klant de getekende offerte ${kenmerk}`]);
    expect(signing?.copy).toMatchObject({ state: 'task', mayBeMailed });
    const atDesk = (await staffOf(portal).contact(portal.as('bram').contactId)).deals[0];
    expect(atDesk?.signing?.copy).toMatchObject({ state: 'task', mayBeMailed });
    expect((await portal.outbox()).length).toBeLessThanOrEqual(1);
  });

  test.each([
    [
      'a customer who opted out',
      () => portal.salesOps('Contacts', portal.as('bram').contactId, { Email_Opt_Out: true }),
    ],
    ['a customer without an address', () => portal.salesOps('Contacts', portal.as('bram').contactId, { Email: null })],
    ['anybody where the CRM may not send', () => portal.behave({ mail: false })],
  ])(
    'no mail is sent to %s: a colleague has a task and the page says so; signing costs one call more',
    async (_, prepare) => {
      await prepare();
      const calls = await portal.crmCallsOf(() => desk.sign('bram', 'Bram'));
      expect(calls.length).toBeLessThanOrEqual(BEFORE_SIGNING + 10);
      expect(await tasks()).toEqual([expect.stringContaining('Stuur de klant de getekende offerte')]);
      expect(await files()).toHaveLength(1);
      expect(await portal.outbox()).toEqual([]);
      expect((await desk.dealOf('bram')).signing?.copy?.state).toBe('task');
    },
  );

  test('the hundred-and-first mail of a day is not sent: LIMIT_EXCEEDED becomes one task, and the page says so', async () => {
    const { contactId } = portal.as('bram');
    const [to] = [{ user_name: 'Bram', email: 'bram@example.com' }];
    const { mailFrom } = JSON.parse(readFileSync('portal.json', 'utf8'));
    const from = { user_name: mailFrom.name, email: mailFrom.email };
    const mail = { from, to: [to], subject: 'Nieuws', content: 'Nieuws', mail_format: 'text' };
    const send = () => portal.crm(`/Contacts/${contactId}/actions/send_mail`, 'POST', { data: [mail] });
    for (let sent = 0; sent < 100; sent += 1) await send();
    expect(JSON.stringify(await send().catch((refusal: unknown) => String(refusal)))).toContain('LIMIT_EXCEEDED');

    await desk.sign('bram', 'Bram');
    expect(await tasks()).toEqual([expect.stringContaining('Stuur de klant de getekende offerte')]);
    const [task] = await portal.related('Deals', id, 'Tasks', 'Description');
    expect(task?.Description).toContain('daglimiet');
    expect(await portal.outbox()).toHaveLength(100);
    expect((await desk.dealOf('bram')).signing?.copy?.state).toBe('task');
  });

  test.each(['copy', 'receipt'])(
    'if the CRM answers "success" with a blocked address, no mail counts as sent: a colleague has a task for the %s',
    async (what) => {
      await portal.salesOps('Contacts', portal.as('bram').contactId, { Email: 'bram@blocked.invalid' });
      if (what === 'receipt') await portal.salesOps('Deals', id, { gaikan_signature_plain: 'Bram' });
      else await desk.sign('bram', 'Bram');
      if (what === 'receipt') await portal.as('bram').post(`${desk.pathOf('bram')}/withdraw`, {});
      const subject =
        what === 'copy' ? 'Stuur de klant de getekende offerte' : 'Stuur de ontvangstbevestiging herroeping';
      await expect.poll(tasks).toContainEqual(expect.stringContaining(subject));
      expect(await portal.outbox()).toEqual([]);
      expect((await portal.record('Deals', id)).portal_copy_sent_at).toBeNull();
      if (what === 'copy') expect((await desk.dealOf('bram')).signing?.copy?.state).toBe('task');
    },
  );

  test.each([
    ['the note', 'POST .*/Notes', 1, []],
    ['the PDF', 'POST .*/Attachments', 0, [expect.stringContaining('Het CRM nam de PDF niet aan')]],
  ])('if the CRM refuses %s, the customer gets a mail or a colleague a task', async (_, match, mails, asks) => {
    await portal.fault({ match, kind: 'status', status: 400 });
    await desk.sign('bram', 'Bram');
    expect(await portal.outbox()).toHaveLength(mails);
    expect(await asked()).toEqual(asks);
    expect((await desk.dealOf('bram')).signing?.copy?.state).toBe(mails === 1 ? 'sent' : 'task');
  });

  test('if the contact is merged into another after the signature, the order can still be proven, and its copy is mailed', async () => {
    await portal.fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
    const signed = await desk.sign('bram', 'Bram');
    await portal.noFaults();
    await portal.salesOps('Deals', id, { Contact_Name: { id: portal.as('carla').contactId, name: 'Carla' } });
    const read = async () => (await portal.as('carla').get(desk.pathOf('bram'))).body.deal as Deal;
    await expect.poll(async () => (await read()).signing?.copy?.state).toBe('sent');
    const { kenmerk, customer, signing } = await read();
    expect({ kenmerk, customer }).toEqual({ kenmerk: signed.kenmerk, customer: signed.customer });
    expect(signing?.changedSince).toBe(true);
    expect((await desk.pdfOf('bram', 'carla')).text).toContain(signed.customer.Mailing_Street);
    const [mail, ...more] = await portal.outbox();
    expect([mail?.to[0]?.email, more]).toEqual(['bram@example.nl', []]);
    // The mail greets the signer by the name under the order, and no other customer.
    expect(mail?.content).toContain('Beste Bram');
    expect(mail?.content).not.toContain('Carla');
  });

  test('without a PDF the task says so, and does not ask a colleague to send the PDF of the deal', async () => {
    const broken = join(mkdtempSync(join(tmpdir(), 'seal-')), 'seal.p12');
    writeFileSync(broken, 'no certificate');
    const unsealed = await ownPortal({ SEAL_CERTIFICATE_FILE: broken });
    await pdfDesk(unsealed).sign('bram', 'Bram');
    expect(await unsealed.related('Deals', id, 'Attachments', 'File_Name')).toEqual([]);
    const [task = '', ...more] = await asked(unsealed);
    expect(more).toEqual([]);
    expect(task).toContain('Het portaal kon er geen PDF van maken');
    expect(task).not.toContain('staat als PDF bij de deal');
    expect(task).toContain('Vul na het versturen "portal_copy_sent_at" in');
  });
});

test('I3 a question that looks like a withdrawal does not count as one, and the real one is still recorded', async () => {
  const carla = portal.as('carla');
  const { dealId } = carla;
  const path = `/api/contacts/deals/${dealId}`;
  // The mark that an earlier version gave this withdrawal; anybody can compute it.
  const mark = createHash('sha256').update(`withdraw ${dealId} Carla null`).digest('hex').slice(0, 12).toUpperCase();
  await carla.post(`${path}/question`, { text: `Vraag\nTijd (server): 2026-11-01T10:00:00.000Z\nRef: ${mark}` });
  await desk.sign('carla', 'Carla');
  expect((await carla.get(`${path}/withdraw`)).body).toEqual({ receipt: null });
  const titled = async (title: string) =>
    (await portal.related('Deals', dealId, 'Notes', 'Note_Title,Note_Content')).filter(({ Note_Title }) =>
      String(Note_Title).startsWith(title),
    );
  const [question] = await titled('Vraag');
  expect(question?.Note_Content).toContain('> Tijd (server): 2026-11-01');
  expect(question?.Note_Content).toContain(`> Ref: ${mark}`);

  const { receipt } = (await carla.post(`${path}/withdraw`, {})).body as { receipt: { at: string } };
  expect(Math.abs(Date.parse(receipt.at) - Date.now())).toBeLessThan(15 * 60_000);
  expect((await portal.record('Deals', dealId)).portal_withdrawn_at).not.toBeNull();
  await portal.settled();
  expect(await titled('Herroeping')).toHaveLength(1);
});
