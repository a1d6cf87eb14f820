import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { planCall } from '../call-history.ts';
import { ADMIN, callLater, staffOf, subjectOf } from '../staff.ts';

const { portal, clock, owners, sanne, tom } = await openTeamDesk();

/** The leads of the list that have a number. */
const callable = async () => (await sanne.leads()).filter(({ Phone }) => Phone !== null);
const CALLABLE = (await callable()).length;
const idOf = (name: string) => portal.as(name).contactId;

describe('I7 the next lead', () => {
  test('is handed out once, whoever asks at the same time, until none is left', async () => {
    const got = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? sanne : tom).next()));
    const handedOut = got.filter((id) => id !== null);
    expect(new Set(handedOut).size).toBe(CALLABLE);
    expect(handedOut).toHaveLength(CALLABLE);
    expect(await sanne.next()).toBeNull();
  });

  test('needs a chosen user', async () => {
    const { status, body } = await staffOf(portal).post(`${ADMIN}/next`, {});
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['ownerId']]);
  });

  test('stays the same when the same press comes again', async () => {
    const press = () => sanne.post(`${ADMIN}/next`, {}, { 'idempotency-key': 'press-1-next-lead' });
    const [first, again] = [await press(), await press()];
    expect(again.body).toEqual(first.body);
  });

  test('is not a lead that was called in the last hours, but comes back after them', async () => {
    const first = await sanne.next();
    const dealId = (await sanne.contact(first ?? '')).deals[0]?.id;
    await sanne.act({ action: 'gaikan_called_noanswer', contactId: first, dealId });
    expect(await tom.handedOut()).not.toContain(first);
    clock.offsetMs = 4 * HOUR_MS + MINUTE_MS;
    expect(await tom.handedOut()).toContain(first);
  });

  test('is first a callback that became due after the last look, though it was called minutes ago', async () => {
    expect(await sanne.next()).not.toBe(idOf('karel'));
    await sanne.act({ ...callLater(10, 'minutes'), ...subjectOf(portal, 'karel') });
    expect(await sanne.handedOut()).not.toContain(idOf('karel'));
    clock.offsetMs = 12 * MINUTE_MS;
    expect(await sanne.next()).toBe(idOf('karel'));
  });

  test('is first a callback that became due since its caller went on, and last one that she skipped when it was due', async () => {
    await sanne.next();
    await sanne.act({ ...callLater(10, 'minutes'), ...subjectOf(portal, 'karel') });
    await sanne.next({ after: idOf('karel') });
    clock.offsetMs = 12 * MINUTE_MS;
    expect(await sanne.next()).toBe(idOf('karel'));
    expect(await sanne.next({ after: idOf('karel') })).not.toBe(idOf('karel'));
  });

  test('I8 is not the callback of a colleague until it is a day overdue; a callback without a colleague may be anybody’s next lead', async () => {
    await tom.act({ ...callLater(10, 'minutes'), ...subjectOf(portal, 'karel') });
    await portal.restart();
    clock.offsetMs = HOUR_MS;
    expect(await sanne.next()).not.toBe(idOf('karel'));
    expect(await tom.next()).toBe(idOf('karel'));
    await tom.presence(idOf('karel'), false);
    clock.offsetMs = 25 * HOUR_MS;
    expect(await sanne.next()).toBe(idOf('karel'));
    await planCall(portal, idOf('hanna'), -HOUR_MS);
    clock.offsetMs += 2 * MINUTE_MS;
    expect(await sanne.next()).toBe(idOf('hanna'));
  });

  test('is not a lead that a colleague has open, until ten minutes after the last sign of life of that screen', async () => {
    const first = (await tom.next()) ?? '';
    clock.offsetMs = 5 * MINUTE_MS;
    await tom.presence(first);
    clock.offsetMs = 14 * MINUTE_MS;
    const second = await sanne.next();
    expect(second).not.toBe(first);
    clock.offsetMs = 16 * MINUTE_MS;
    expect(await sanne.next()).toBe(first);
  });

  test('is not a lead that a colleague closed on one page, as in a reload, and still has open on another', async () => {
    const open = (await tom.next()) ?? '';
    await tom.presence(open, true, 'page-1');
    await tom.presence(open, true, 'page-2');
    await tom.presence(open, false, 'page-1');
    expect((await sanne.presence(open)).openedBy).toEqual([expect.objectContaining({ name: 'Tom Verhoeven' })]);
    await sanne.presence(open, false);
    expect(await sanne.next()).not.toBe(open);
    await tom.presence(open, false, 'page-2');
    expect(await sanne.handedOut()).toContain(open);
  });

  test('read ahead, is kept for a minute and then handed out without a CRM call, while the lead before it stays claimed', async () => {
    const first = (await sanne.next()) ?? '';
    const ahead = await sanne.next({ after: first, ahead: true });
    expect(await sanne.next({ after: first, ahead: true })).toBe(ahead);
    const toms = [await tom.next(), await tom.next()];
    expect([toms.includes(first), toms.includes(ahead)]).toEqual([false, false]);
    clock.offsetMs = 50_000;
    const calls = await portal.crmCallsOf(async () => {
      expect(await sanne.next({ after: first })).toBe(ahead);
      await sanne.contact(ahead ?? '');
    });
    expect(calls).toEqual([]);
    const unused = await sanne.next({ after: ahead, ahead: true });
    clock.offsetMs += MINUTE_MS + 1_000;
    const got = await tom.handedOut();
    expect([got.includes(unused ?? ''), got.includes(ahead ?? '')]).toEqual([true, false]);
  });

  test('that was read ahead shows later changes of the contact by the customer or a colleague', async () => {
    const ahead = await sanne.next({ ahead: true });
    const people = ['bram', 'carla', 'fatima', 'gerrit', 'hanna', 'karel', 'lotte', 'ivo'].map((name) =>
      portal.as(name),
    );
    const customer = people.find(({ contactId }) => contactId === ahead);
    await customer?.post('/api/contacts/contactDetails', { properties: { Phone: '0612345678' } });
    expect(await sanne.next()).toBe(ahead);
    expect((await sanne.contact(ahead ?? '')).Phone).toBe('0612345678');
    expect(await tom.presence(ahead ?? '')).toMatchObject({ told: { what: 'details', by: null } });

    const another = (await sanne.next({ after: ahead, ahead: true })) ?? '';
    await tom.act({ action: 'set-contact-details', contactId: another, properties: { Phone: '0687654321' } });
    expect(await sanne.next({ after: ahead })).toBe(another);
    expect((await sanne.contact(another)).Phone).toBe('0687654321');

    const third = (await sanne.next({ after: another, ahead: true })) ?? '';
    await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Notes' });
    const given = { action: 'permission', contactId: third, value: true, channel: 'inbound', note: 'Belt u gerust' };
    expect((await tom.act(given)).status).toBe(503);
    await portal.noFaults();
    expect(await sanne.next({ after: another })).toBe(third);
    expect((await sanne.contact(third)).portal_call_permission_at).not.toBeNull();
  });

  test('follows the lead that was left without an outcome, which comes back after the others', async () => {
    const seen: (string | null)[] = [];
    let open: string | null = null;
    for (let n = 0; n < CALLABLE; n += 1) {
      open = await sanne.next(open ? { after: open } : {});
      seen.push(open);
    }
    expect(new Set(seen).size).toBe(CALLABLE);
    expect(await sanne.next({ after: open })).toBe(seen[0]);
  });

  test('is the lead after one that the CRM does not return', async () => {
    const [odd, second] = await sanne.leads();
    const match = `GET /crm/v8/Contacts/${odd?.id}`;
    await portal.fault({ kind: 'status', status: 500, match });
    expect([await sanne.next(), (await tom.next()) === odd?.id]).toEqual([second?.id, false]);
  });

  test('is an error, not "nobody", while the CRM does not return the leads that are left', async () => {
    const last = (await sanne.next()) ?? '';
    await tom.handedOut();
    await sanne.presence(last, false);
    const match = `GET /crm/v8/Contacts/${last}`;
    await portal.fault({ kind: 'status', status: 500, match });
    expect((await tom.post(`${ADMIN}/next`, {})).status).toBe(503);
  });

  test('I12 is first a contact who gave permission to be called, among equals', async () => {
    const last = (await sanne.leads()).filter(({ group }) => group === 'new').at(-1)?.id ?? '';
    await portal.salesOps('Contacts', last, { portal_call_permission_at: '2026-11-01T10:00:00+01:00' });
    clock.offsetMs = 2 * MINUTE_MS;
    expect(await sanne.next()).toBe(last);
  });

  test('costs at most one CRM call beyond the list, and three for the panel and timeline that open with it', async () => {
    const list = await portal.crmCallsOf(() => sanne.leads());
    await portal.restart();
    const all = await portal.crmCallsOf(async () => {
      const id = await sanne.next();
      await sanne.contact(id ?? '');
      await sanne.get(`${ADMIN}/contacts/${id}/timeline`);
    });
    const asked = all.filter(({ path }) => !path.includes('users'));
    expect(asked.length).toBeLessThanOrEqual(list.length + 1 + 3);
    expect(asked.filter(({ path }) => /Contacts\/\d+$/.test(path))).toHaveLength(1);
  });

  test('J12 depends on the lead itself, read as it is handed out, however old the list is', async () => {
    const order = (await callable()).map(({ id }) => id);
    const [closed, tagged, signed, gone, first] = order;
    const dealOf = async (id = '') => String((await portal.related('Contacts', id, 'Deals', 'id'))[0]?.id);
    await portal.salesOps('Deals', await dealOf(closed), { Stage: 'Closed Lost' });
    await portal.crm(`/Contacts/${tagged}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
    await portal.salesOps('Deals', await dealOf(signed), { gaikan_signature_plain: 'Jan de Boer' });
    await portal.crm(`/Contacts/${gone}`, 'DELETE');
    const calls = await portal.crmCallsOf(async () => expect(await sanne.next()).toBe(first));
    // The portal reads no list for this. It skips four leads, and reads the calls of the fifth for its panel.
    expect(calls.filter(({ path }) => /Contacts\/\d+$/.test(path))).toHaveLength(5);
    expect(calls.length).toBeLessThanOrEqual(11);
  });

  test('a lead that was left with a note and without an outcome is handed out to nobody within the pause, also if the note fails', async () => {
    const left = (await sanne.next()) ?? '';
    await portal.fault({ kind: 'status', status: 500, match: 'Notes' });
    const note = { action: 'note', contactId: left, note: 'belt zelf terug', left: true };
    expect((await sanne.act(note)).status).toBe(503);
    await portal.noFaults();
    expect(await sanne.next({ after: left })).not.toBe(left);
    await sanne.presence(left, false);
    expect(await tom.handedOut()).not.toContain(left);
    clock.offsetMs = 4 * HOUR_MS + MINUTE_MS;
    expect(await tom.handedOut()).toContain(left);
  });

  test('J9 is nobody of the household of a lead that a colleague left with a note, within the pause', async () => {
    const left = (await sanne.next()) ?? '';
    const other = (await callable()).find(({ id }) => id !== left)?.id ?? '';
    const { Phone } = await sanne.contact(left);
    await portal.salesOps('Contacts', other, { Phone });
    await portal.restart();
    await sanne.act({ action: 'note', contactId: left, note: 'belt zelf terug', left: true });
    const household = async () => (await tom.handedOut()).filter((id) => id === left || id === other);
    expect(await household()).toEqual([]);
    clock.offsetMs = 4 * HOUR_MS + MINUTE_MS;
    expect(await household()).toHaveLength(1);
  });

  test('I8 is always one’s own lead while "mijn leads" is on', async () => {
    const mine = (await callable()).filter(({ owner }) => owner?.id === owners.sanne).map(({ id }) => id);
    const got: (string | null)[] = [];
    for (let n = 0; n <= mine.length; n += 1) got.push(await sanne.next({ mine: true }));
    expect(got.slice(0, -1).sort()).toEqual(mine.sort());
    expect(got.at(-1)).toBeNull();
    // The last lead is the only free one, but the colleague who just left it does not get it again.
    expect(await sanne.next({ mine: true, after: got.at(-2) })).toBeNull();
  });
});
