import { beforeEach, describe, expect, test } from 'vitest';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { openPortal } from '../own-portal.ts';
import { leftWith, ownersOf, staffOf } from '../staff.ts';

// Decision J13, for a change of address whose answer from the CRM is lost: the portal finds out itself whether it was made.

const NEW = 'nieuw@voorbeeld.nl';
const clock = { wait: Promise.resolve(), now: () => Date.now(), pause: () => clock.wait };

const portal = await openPortal({}, clock);
const desk = pdfDesk(portal);
const staff = staffOf(portal, (await ownersOf(portal)).sanne);
beforeEach(async () => {
  clock.wait = Promise.resolve();
  await portal.reset();
  await portal.restart();
});

const contactId = () => portal.as('bram').contactId;
const changeOf = (properties: object, expected?: string) => ({
  action: 'set-contact-details',
  contactId: contactId(),
  properties,
  ...(expected !== undefined && { expected }),
});
const noted = async () =>
  (await leftWith(portal, contactId())).notes
    .filter(({ Note_Title }) => Note_Title === 'Contactgegevens gewijzigd')
    .map(({ Note_Content }) => Note_Content);
const told = async () => (await portal.outbox()).map(({ to }) => to);

/** A change whose answer and look-up are lost; the portal's own pauses last until the returned function is called. */
async function losesAnswer(body: object, when: 'before' | 'after', key?: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.wait = promise;
  await portal.fault({ kind: 'reset', match: 'PUT .*/Contacts', when, times: when === 'after' ? 1 : 20 });
  await portal.fault({ kind: 'reset', match: '/crm/', skip: when === 'after' ? 2 : 1, times: 20 });
  expect((await staff.act(body, key)).body.error).toBe('outcome_unknown');
  await portal.noFaults();
  return async () => {
    resolve();
    await portal.settled();
  };
}

/** One note with both values, one mail to the former address; a later signature names the change. */
async function expectConsequencesOnce(former: unknown) {
  expect(await noted()).toEqual([expect.stringContaining(`E-mail: ${former} → ${NEW}`)]);
  expect((await noted())[0]).toContain('Medewerker: Sanne de Wit');
  expect(await told()).toEqual([[expect.objectContaining({ email: former })]]);
  await staff.act({ action: 'send-link', contactId: contactId() });
  await desk.sign('bram', 'Bram');
  await portal.delivered();
  expect((await desk.evidenceOf('bram')).addressChange).toBeTruthy();
  const tasks = await portal.related('Deals', desk.dealIdOf('bram'), 'Tasks', 'Subject');
  expect(tasks.filter(({ Subject }) => String(Subject).startsWith('Controleer'))).toHaveLength(1);
}

const formerAddress = async () => (await portal.record('Contacts', contactId())).Email;

describe('A change of address whose answer was lost', () => {
  test('that nobody presses again has its note, the mail to the former address, and a later signature names it', async () => {
    const former = await formerAddress();
    const timePasses = await losesAnswer(changeOf({ Email: NEW }), 'after');
    expect([await noted(), await told()]).toEqual([[], []]);
    await timePasses();
    await expectConsequencesOnce(former);
  });

  test('has its note, and a task if the mail is refused, also if the CRM fails again while the portal finds out', async () => {
    const timePasses = await losesAnswer(changeOf({ Email: NEW }), 'after');
    for (const match of ['POST .*/Notes', 'POST .*/Tasks']) {
      await portal.fault({ kind: 'status', status: 503, match, times: 9 });
    }
    await portal.fault({ kind: 'status', status: 400, match: 'send_mail', times: 1 });
    await timePasses();
    await portal.noFaults();
    expect(await noted()).toHaveLength(1);
    const tasks = await portal.related('Contacts', contactId(), 'Tasks', 'Subject');
    expect(tasks.map(({ Subject }) => Subject)).toEqual([expect.stringContaining('e-mailadres')]);
  });

  test('that the CRM did not make has no note and no mail', async () => {
    const former = await formerAddress();
    const timePasses = await losesAnswer(changeOf({ Email: NEW }), 'before');
    await timePasses();
    expect(await formerAddress()).toBe(former);
    expect([await noted(), await told()]).toEqual([[], []]);
  });

  const KEY = 'one-press-of-the-save-button';
  const OTHER_KEY = 'a-press-in-a-reloaded-panel';
  interface Again {
    how: string;
    when?: 'before' | 'after';
    key?: string;
    isStale?: boolean;
    more?: object;
  }
  test.each<Again>([
    { how: 'with the same key', key: KEY },
    { how: 'with another key' },
    { how: 'with another key, from a panel that shows the former address', isStale: true },
    { how: 'with another key, before the CRM made it', when: 'before' },
    { how: 'with another detail, before the CRM made it', when: 'before', more: { Phone: '0612121212' } },
  ])(
    'that is pressed again meanwhile $how has its consequences once',
    async ({ when = 'after', key = OTHER_KEY, isStale = false, more = {} }) => {
      const former = await formerAddress();
      const { detailsVersion } = await staff.contact(contactId());
      const expected = isStale ? detailsVersion : undefined;
      const timePasses = await losesAnswer(changeOf({ Email: NEW }, expected), when, KEY);
      expect((await staff.act(changeOf({ Email: NEW, ...more }, expected), key)).status).toBe(200);
      await timePasses();
      await expectConsequencesOnce(former);
    },
  );

  test('that is pressed again with another key, whose answer is lost too, has its consequences once', async () => {
    const former = await formerAddress();
    const first = await losesAnswer(changeOf({ Email: NEW }), 'before');
    const second = await losesAnswer(changeOf({ Email: NEW }), 'after');
    await Promise.all([first(), second()]);
    await expectConsequencesOnce(former);
  });

  test('keeps its consequences if another detail is changed meanwhile', async () => {
    const former = await formerAddress();
    const timePasses = await losesAnswer(changeOf({ Email: NEW }), 'after');
    expect((await staff.act(changeOf({ Phone: '0612121212' }))).status).toBe(200);
    await timePasses();
    const [, ...others] = (await noted()).toSorted();
    expect(others).toEqual([expect.stringContaining('Telefoon: ')]);
    expect(await told()).toEqual([[expect.objectContaining({ email: former })]]);
  });

  test('is named by a later signature even if the link is mailed before the portal knows of the change', async () => {
    const timePasses = await losesAnswer(changeOf({ Email: NEW }), 'after');
    expect((await staff.act({ action: 'send-link', contactId: contactId() })).status).toBe(200);
    await timePasses();
    await desk.sign('bram', 'Bram');
    expect((await desk.evidenceOf('bram')).addressChange).toBeTruthy();
  });
});
