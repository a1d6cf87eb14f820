import { describe, expect, test } from 'vitest';
import { spokenMoment, wallTimeOf } from '../../../bff/crm/texts/moments-and-euros.ts';
import { canBeDialled, nationalNumber } from '../../../bff/queue/phone-numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { plantCalls } from '../call-history.ts';
import { ownPortal } from '../own-portal.ts';
import { portalFileWith } from '../portal-file.ts';
import { acted, callLater, leftWith, ownersOf, staffOf, subjectOf } from '../staff.ts';

const { portal, clock, owners, sanne, tom } = await openTeamDesk();
const idOf = (name: string) => portal.as(name).contactId;

describe('J9 a lead that the queue hands out', () => {
  test('is never a contact without a number; the card says so', async () => {
    const anna = idOf('anna');
    expect((await sanne.leads()).find(({ id }) => id === anna)?.heldBack).toEqual({ why: 'no_number' });
    expect(await sanne.handedOut()).not.toContain(anna);
  });

  test('is never a contact with an agreed call, or who declined all open deals; the card says which of the two, without another time', async () => {
    const [karel, bram] = ['karel', 'bram'].map((name) => subjectOf(portal, name));
    await sanne.act({ ...callLater(1, 'days'), ...karel });
    // The CRM stores the outcome and not the stage: the deal stays open.
    await portal.behave({ stageLocked: true });
    await sanne.act({ action: 'not_interested', ...bram });
    await portal.behave({ stageLocked: false });
    await portal.restart();
    const cards = await sanne.leads();
    const heldBack = (id: string | undefined) => cards.find((card) => card.id === id)?.heldBack;
    expect(heldBack(karel?.contactId)).toBeUndefined();
    expect(heldBack(bram?.contactId)).toEqual({ why: 'said_no' });
  });

  test('is one of the contacts that share a number, however it is written; a call to it pauses them all', async () => {
    const [bram, hanna] = [idOf('bram'), idOf('hanna')];
    await portal.salesOps('Contacts', bram, { Phone: '06-23 45 67 89' });
    await portal.salesOps('Contacts', hanna, { Phone: '+31 (0)623456789' });
    const first = await tom.handedOut();
    expect(first.filter((id) => id === bram || id === hanna)).toHaveLength(1);
    const [called = ''] = first.filter((id) => id === bram || id === hanna);
    const name = called === bram ? 'bram' : 'hanna';
    await tom.act({ action: 'not_interested', ...subjectOf(portal, name) });
    // A restart loses claims and memory, but the CRM has the call and its contact.
    await portal.restart();
    clock.offsetMs = 11 * MINUTE_MS;
    expect(await sanne.handedOut()).not.toContain(called === bram ? hanna : bram);
    clock.offsetMs = 5 * HOUR_MS;
    expect(await sanne.handedOut()).toContain(called === bram ? hanna : bram);
  });

  test('is no contact whose number was called an hour ago, also if a later outcome for that number was undone', async () => {
    const [bram, hanna] = [subjectOf(portal, 'bram'), subjectOf(portal, 'hanna')];
    await portal.salesOps('Contacts', bram.contactId, { Phone: '0623456789' });
    await portal.salesOps('Contacts', hanna.contactId, { Phone: '06 23456789' });
    await tom.act({ action: 'gaikan_called_noanswer', ...bram });
    const heldBack = async () => (await sanne.leads()).find(({ id }) => id === hanna.contactId)?.heldBack;
    const pause = await heldBack();
    expect(pause).toMatchObject({ why: 'pause' });
    clock.offsetMs = HOUR_MS;
    await sanne.act({ action: 'gaikan_called_noanswer', ...hanna });
    expect((await sanne.act({ action: 'undo', ...hanna })).status).toBe(200);
    expect(await heldBack()).toEqual(pause);
    expect(await tom.handedOut()).not.toContain(hanna.contactId);
  });

  test('is never a contact whose number belongs to somebody who may not be called, and the page of that contact says so at once', async () => {
    const [bram, hanna] = [idOf('bram'), idOf('hanna')];
    await portal.salesOps('Contacts', bram, { Phone: '0623456789' });
    await portal.salesOps('Contacts', hanna, { Phone: '0031 6 23456789' });
    const shown = await sanne.contact(hanna);
    await tom.act({ action: 'skip', ...subjectOf(portal, 'bram') });
    // An open panel shows it, and the portal refuses an outcome from a panel that does not show it yet.
    expect(await sanne.presence(hanna)).toMatchObject({ doNotCall: true });
    const unseen = {
      action: 'gaikan_called_noanswer',
      ...subjectOf(portal, 'hanna'),
      expected: shown.deals[0]?.version,
    };
    expect((await sanne.act(unseen)).status).toBe(409);
    expect((await sanne.contact(hanna)).doNotCall).toBe(true);
    await portal.restart();
    expect(await sanne.handedOut()).not.toContain(hanna);
    await portal.behave({ tagInCoql: false });
    await portal.restart();
    await sanne.leads();
    await expect.poll(async () => (await sanne.contact(hanna)).doNotCall).toBe(true);
  });

  test('G2 if nobody answered a promised call, the contact is called again on the next working day at the promised time, by the colleague who promised the call', async () => {
    const karel = subjectOf(portal, 'karel');
    const answer = await tom.act({ ...callLater(10, 'minutes'), ...karel });
    const promised = wallTimeOf(Date.parse(acted(answer).callback ?? ''));
    clock.offsetMs = 40 * MINUTE_MS;
    await sanne.act({ action: 'gaikan_called_noanswer', ...karel });
    const card = (await sanne.leads()).find(({ id }) => id === karel.contactId);
    expect([card?.group, card?.callbackOwner?.id]).toEqual(['later', owners.tom]);
    const atMs = Date.parse(card?.callback ?? '');
    expect(wallTimeOf(atMs)).toMatchObject({ hour: promised.hour, minute: promised.minute });
    expect(['za', 'zo']).not.toContain(spokenMoment(atMs).slice(0, 2));
    expect(atMs - clock.now()).toBeLessThan(4 * DAY_MS);
    expect(card?.attempts).toBe(2);
    const { calls } = await leftWith(portal, karel.contactId);
    expect(calls.map((call) => [call.Outbound_Call_Status, call.Call_Result]).sort()).toEqual([
      ['Completed', 'Later terug bellen'],
      ['Completed', 'Neemt niet op'],
      ['Scheduled', null],
    ]);
    // The call counts for the colleague who made it.
    const made = calls.find(({ Call_Result }) => Call_Result === 'Neemt niet op');
    expect(made?.Owner).toMatchObject({ id: owners.sanne });
  });

  test('is not a contact who made an appointment in the last week, nor one who was called eight times in vain', async () => {
    const [karel, hanna] = [idOf('karel'), idOf('hanna')];
    await sanne.act({ action: 'appointment', ...subjectOf(portal, 'karel') });
    const vain = Array.from({ length: 8 }, (_, n) => ({
      ...{ contactId: hanna, status: 'Completed' as const, result: 'Neemt niet op' },
      atMs: Date.now() - (n + 2) * DAY_MS,
    }));
    await plantCalls(portal, vain);
    await portal.restart();
    clock.offsetMs = 5 * HOUR_MS;
    const cards = await sanne.leads();
    const why = (id: string) => cards.find((card) => card.id === id)?.heldBack?.why;
    expect([why(karel), why(hanna)]).toEqual(['appointment', 'most_attempts']);
    const today = await sanne.handedOut();
    expect([today.includes(karel), today.includes(hanna)]).toEqual([false, false]);
    clock.offsetMs = 8 * DAY_MS;
    expect(await sanne.handedOut()).toContain(karel);
  });

  test.each([
    ['06-23456789', '623456789'],
    ['+31 6 2345 6789', '623456789'],
    ['+31 (0)6 23456789', '623456789'],
    ['0031623456789', '623456789'],
    ['(020) 123 45 67', '201234567'],
    ['06-00000000', null],
    ['+32 470 12 34 56', null],
    ['', null],
  ])('the number %s is read as the national number %s', (written, number) => {
    expect(nationalNumber(written)).toBe(number);
  });

  test('may have a foreign number, but not a placeholder for a number', () => {
    expect(['+32 470 12 34 56', '00 00 00 00 00', '12', null].map(canBeDialled)).toEqual([true, false, false, false]);
  });
});

describe('J9 the portal file’s settings of the queue', () => {
  async function under(settings: object) {
    const own = await ownPortal({ PORTAL_FILE: portalFileWith(settings) }, clock);
    return { own, staff: staffOf(own, (await ownersOf(own)).sanne) };
  }

  test('nobody is called without permission, but a requested call is made', async () => {
    const { own, staff } = await under({ callsNeedPermission: true });
    expect(await staff.handedOut()).toEqual([]);
    await staff.act({ ...callLater(10, 'minutes'), ...subjectOf(own, 'karel') });
    clock.offsetMs = 12 * MINUTE_MS;
    expect(await staff.next()).toBe(own.as('karel').contactId);
  });

  test('outside the calling hours only agreed calls are handed out', async () => {
    const now = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam', hour: '2-digit', hourCycle: 'h23' });
    const hour = Number(now.format(clock.now()));
    const atHour = (moved: number) => `${String((hour + moved + 24) % 24).padStart(2, '0')}:00`;
    // Two hours that start six hours from now: neither now nor in a quarter of an hour.
    const callingHours = { from: atHour(6), to: atHour(8), days: [1, 2, 3, 4, 5, 6, 7] };
    const { own, staff } = await under({ queue: { callingHours } });
    expect(await staff.next()).toBeNull();
    await staff.act({ ...callLater(10, 'minutes'), ...subjectOf(own, 'karel') });
    clock.offsetMs = 12 * MINUTE_MS;
    expect(await staff.next()).toBe(own.as('karel').contactId);
  });

  test('the pause and the largest number of attempts depend on the last outcome', async () => {
    const queue = { pauseHours: { gaikan_called_noanswer: 1 }, mostAttempts: { gaikan_called_noanswer: 2 } };
    const { own, staff } = await under({ queue });
    const karel = subjectOf(own, 'karel');
    await staff.act({ action: 'gaikan_called_noanswer', ...karel });
    clock.offsetMs = 2 * HOUR_MS;
    expect(await staff.handedOut()).toContain(karel.contactId);
    await staff.act({ action: 'gaikan_called_noanswer', ...karel });
    clock.offsetMs = 4 * HOUR_MS;
    expect(await staff.handedOut()).not.toContain(karel.contactId);
    // The portal does not reschedule a missed promised call forever.
    await staff.act({ ...callLater(1, 'minutes'), ...karel });
    clock.offsetMs += 5 * MINUTE_MS;
    await staff.act({ action: 'gaikan_called_noanswer', ...karel });
    expect((await staff.leads()).find(({ id }) => id === karel.contactId)?.callback).toBeNull();
  });
});
