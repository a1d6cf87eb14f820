import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../call-desk.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { openPortal } from '../own-portal.ts';
import { leftWith, ownersOf, staffOf } from '../staff.ts';

// Decision J13: a person who changes a customer's address and has the link mailed there could sign in their place.

const NEW = 'nieuw@voorbeeld.nl';
const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };

const portal = await openPortal({}, clock);
const desk = pdfDesk(portal);
const staff = staffOf(portal, (await ownersOf(portal)).sanne);
beforeEach(async () => {
  clock.offsetMs = 0;
  await portal.reset();
  await portal.restart();
});

const contactId = () => portal.as('bram').contactId;
const changeAddress = (Email = NEW) =>
  staff.act({ action: 'set-contact-details', contactId: contactId(), properties: { Email } });
const sendLink = () => staff.act({ action: 'send-link', contactId: contactId() });
const requestLink = async () => {
  await portal.call('POST', '/api/contacts/link', { body: { email: NEW } });
  await portal.settled();
};
/** The CRM mails the link, and its answer is lost. */
const withoutAnswer = async (mailLink: () => Promise<unknown>) => {
  await portal.fault({ match: 'send_mail', sent: NEW, kind: 'status', status: 500, when: 'after', times: 1 });
  await mailLink();
  await portal.settled();
  expect((await portal.outbox()).filter(({ to }) => JSON.stringify(to).includes(NEW))).toHaveLength(1);
};
const NOT_CONFIRMED = 'Het CRM heeft niet bevestigd dat deze e-mail is verstuurd.';
const subjects = async (list: 'Tasks' | 'Notes', title: string, parent: 'Deals' | 'Contacts', id: string) =>
  (await portal.related(parent, id, list, title)).map((each) => String(each[title]));
const changes = async () =>
  (await subjects('Notes', 'Note_Content', 'Contacts', contactId())).filter((each) => each.startsWith('E-mail: '));
const checks = async () =>
  (await subjects('Tasks', 'Subject', 'Deals', desk.dealIdOf('bram'))).filter((each) => each.startsWith('Controleer'));

test('the old address gets a mail, without the customer’s name and without the new address', async () => {
  const { Email } = await portal.record('Contacts', contactId());
  expect((await changeAddress()).status).toBe(200);
  await portal.settled();
  const [mail, ...others] = await portal.outbox();
  expect(others).toEqual([]);
  expect(JSON.stringify(mail?.to)).toContain(String(Email));
  expect(mail?.subject).toContain('e-mailadres');
  expect(JSON.stringify(mail)).not.toContain(NEW);
  expect(mail?.content).not.toContain('Bram');
});

test('a change whose answer was lost and that is pressed again has its note and the mail to the old address, and a later signature names it', async () => {
  const { Email } = await portal.record('Contacts', contactId());
  const key = crypto.randomUUID();
  const body = { action: 'set-contact-details', contactId: contactId(), properties: { Email: NEW } };
  // The CRM writes it, and no answer or look-up arrives.
  await portal.fault({ kind: 'reset', match: 'PUT .*/Contacts', when: 'after', times: 1 });
  await portal.fault({ kind: 'reset', match: '/crm/', skip: 2, times: 20 });
  expect((await staff.act(body, key)).body.error).toBe('outcome_unknown');
  await portal.noFaults();
  expect((await portal.record('Contacts', contactId())).Email).toBe(NEW);
  expect(await changes()).toEqual([]);
  expect((await staff.act(body, key)).status).toBe(200);
  await portal.settled();
  expect(await changes()).toEqual([expect.stringContaining(`E-mail: ${Email} → ${NEW}`)]);
  expect((await portal.outbox()).map(({ to }) => JSON.stringify(to))).toEqual([expect.stringContaining(String(Email))]);
  await sendLink();
  await desk.sign('bram', 'Bram');
  expect((await desk.evidenceOf('bram')).addressChange).toBeTruthy();
});

test('a change whose process died before its note and that is pressed again has a note, and a later signature names it', async () => {
  const { detailsVersion: expected } = await staff.contact(contactId());
  const key = crypto.randomUUID();
  const body = { action: 'set-contact-details', contactId: contactId(), properties: { Email: NEW }, expected };
  await portal.salesOps('Contacts', contactId(), { Email: NEW });
  expect((await staff.act(body, key)).status).toBe(200);
  expect(await changes()).toEqual([expect.stringContaining(`E-mail: ${NEW} (stond er al)`)]);
  await portal.restart();
  await portal.settled();
  await sendLink();
  await desk.sign('bram', 'Bram');
  expect((await desk.evidenceOf('bram')).addressChange).toBeTruthy();
});

test('a correction of another field, or a first address, sends no mail', async () => {
  await staff.act({ action: 'set-contact-details', contactId: contactId(), properties: { Phone: '0612121212' } });
  await portal.salesOps('Contacts', contactId(), { Email: null });
  await changeAddress();
  await portal.settled();
  expect(await portal.outbox()).toEqual([]);
});

test('an old address that cannot be mailed becomes a task', async () => {
  await portal.salesOps('Contacts', contactId(), { Email_Opt_Out: true });
  await changeAddress();
  await portal.settled();
  expect(await subjects('Tasks', 'Subject', 'Contacts', contactId())).toEqual([
    expect.stringContaining('vorige e-mailadres'),
  ]);
});

test.each([
  { how: 'a link from the desk', mailLink: sendLink },
  { how: 'a link that was requested at the gate', mailLink: requestLink },
  {
    how: 'a link from the desk whose answer was lost',
    mailLink: () => withoutAnswer(async () => expect((await sendLink()).body.error).toBe('outcome_unknown')),
    isConfirmed: false,
  },
  {
    how: 'a link that was requested at the gate and whose answer was lost',
    mailLink: () => withoutAnswer(requestLink),
    isConfirmed: false,
  },
])(
  'after $how within a day of a change, the notes and evidence of a signature say so, and a colleague has one task',
  async ({ mailLink, isConfirmed = true }) => {
    await changeAddress();
    clock.offsetMs += HOUR_MS;
    await mailLink();
    // A restart loses nothing, because the CRM holds everything.
    await portal.restart();
    await portal.settled();
    await desk.sign('bram', 'Bram');
    await portal.delivered();
    const { notes } = await leftWith(portal, contactId());
    const link = notes.find(({ Note_Title }) => Note_Title === 'Persoonlijke link gestuurd');
    expect(link?.Note_Content).toContain('e-mailadres');
    expect(link?.Note_Content).toContain('gewijzigd');
    expect(String(link?.Note_Content).includes(NOT_CONFIRMED)).toBe(!isConfirmed);
    expect((await desk.evidenceOf('bram')).addressChange).toEqual({
      changedAt: expect.any(String),
      linkSentAt: expect.any(String),
    });
    const [note] = (await portal.related('Deals', desk.dealIdOf('bram'), 'Notes', 'Note_Title,Note_Content')).filter(
      ({ Note_Title }) => String(Note_Title).startsWith('Ondertekening '),
    );
    expect(note?.Note_Content).toContain('E-mailadres gewijzigd door een medewerker');
    expect((await desk.dealOf('bram')).signature).toBe('proven');
    expect(await checks()).toHaveLength(1);
  },
);

test('a link that is sent more than a day after the change leaves no remark and no task when the customer signs', async () => {
  await changeAddress();
  clock.offsetMs += 25 * HOUR_MS;
  await sendLink();
  await desk.sign('bram', 'Bram');
  await portal.delivered();
  expect((await desk.evidenceOf('bram')).addressChange).toBeUndefined();
  expect(await checks()).toEqual([]);
});

test('where the CRM refuses to query notes, a colleague has the task too: the portal reads the notes of the signer', async () => {
  await changeAddress();
  clock.offsetMs += HOUR_MS;
  await sendLink();
  await portal.fault({ match: '/coql', sent: 'from Notes', kind: 'status', status: 400 });
  await portal.restart();
  await portal.settled();
  await desk.sign('bram', 'Bram');
  await portal.delivered();
  expect(await checks()).toHaveLength(1);
});

test('a change and a link after the signature are not about it', async () => {
  await portal.fault({ match: 'POST .*/Notes', sent: 'Ondertekening', kind: 'status', status: 503 });
  await desk.sign('bram', 'Bram');
  await portal.settled();
  await portal.noFaults();
  clock.offsetMs += HOUR_MS;
  await changeAddress();
  await sendLink();
  await portal.restart();
  await desk.dealOf('bram');
  await portal.settled();
  expect((await portal.record('Deals', desk.dealIdOf('bram'))).portal_copy_sent_at).not.toBeNull();
  expect(await checks()).toEqual([]);
});
