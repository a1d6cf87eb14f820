import { describe, expect, test } from 'vitest';
import type { AdminContact, LeadChanges } from '../../../bff/view-models/callcenter.ts';
import { DAY_MS, MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { planCall } from '../call-history.ts';
import { type Acted, ADMIN, callLater, leftWith, plannedWith, type Staff, subjectOf } from '../staff.ts';

const { portal, clock, owners, sanne, tom } = await openTeamDesk();

const shown = async (name: string): Promise<AdminContact> => sanne.contact(portal.as(name).contactId);
const later = callLater(2, 'days');

describe('I8 callbacks', () => {
  test('an outcome on one deal does not change the callback of another deal, and the list still shows that callback', async () => {
    const { contactId, dealIds } = portal.as('fatima');
    const [first = '', second = ''] = dealIds;
    await sanne.act({ ...later, contactId, dealId: second });
    for (const action of ['gaikan_called_noanswer', 'not_interested']) {
      await sanne.act({ action, contactId, dealId: first });
    }
    const [kept, ...others] = await plannedWith(portal, 'fatima');
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ What_Id: { id: second } });
    clock.offsetMs = 2 * DAY_MS + MINUTE_MS;
    await portal.restart();
    expect((await sanne.leads())[0]).toMatchObject({ id: contactId, group: 'due' });
  });

  test('"Niet meer bellen" removes all of them, of whichever deal, also when it failed half-way and is pressed again', async () => {
    const { contactId, dealIds } = portal.as('fatima');
    const [first = '', second = ''] = dealIds;
    await planCall(portal, contactId);
    for (const dealId of [first, second]) await sanne.act({ ...later, contactId, dealId });
    await planCall(portal, contactId);
    await portal.fault({ kind: 'status', status: 503, match: 'DELETE /crm/v8/Calls', times: 3 });
    const press = () => sanne.act({ action: 'skip', contactId, dealId: first }, 'skip-press-1');
    expect([(await press()).status, (await press()).status]).toEqual([503, 200]);
    expect(await plannedWith(portal, 'fatima')).toEqual([]);
  });

  test('may have a date and time in Amsterdam; a past or impossible one is refused and changes nothing', async () => {
    const subject = subjectOf(portal, 'bram');
    const at = (call_later_at: string) => sanne.act({ action: 'gaikan_call_later', ...subject, call_later_at });
    // Clocks go from 02:00 to 03:00 on the last Sunday of March.
    for (const wrong of ['2020-01-01T10:00', '2099-02-30T10:00', '2099-01-01T25:00', '2099-03-29T02:30', 'morgen']) {
      expect((await at(wrong)).status).toBe(422);
    }
    expect((await leftWith(portal, subject.contactId)).calls).toEqual([]);
    const { callback } = (await at('2099-07-01T14:30')).body.result as Acted;
    expect(callback).toBe('2099-07-01T14:30:00+02:00');
  });

  test('a callback for oneself has one’s own name, one for anybody has no name; "mijn leads" shows one’s own callbacks', async () => {
    const mine = async (who: Staff) => (await who.list('?mine=1')).contacts.map(({ id }) => id);
    const hanna = subjectOf(portal, 'hanna');
    await portal.salesOps('Contacts', hanna.contactId, { Owner: { id: owners.yusuf } });
    await sanne.act({ ...later, ...hanna });
    expect((await plannedWith(portal, 'hanna'))[0]).toMatchObject({ Owner: { id: owners.sanne } });
    expect(await mine(sanne)).toContain(hanna.contactId);
    await portal.restart();
    expect(await mine(sanne)).toContain(hanna.contactId);
    clock.offsetMs = MINUTE_MS;
    await sanne.act({ ...later, ...hanna, call_later_for: 'anyone' });
    const [callback] = await plannedWith(portal, 'hanna');
    expect(Object.values(owners)).not.toContain((callback as { Owner: { id: string } }).Owner.id);
    clock.offsetMs = 2 * MINUTE_MS;
    expect(await mine(sanne)).not.toContain(hanna.contactId);
  });
});

describe('I9 two colleagues at the same lead', () => {
  test('every list learns without a CRM call what a colleague recorded: the outcome, its colleague, and the owner of a callback', async () => {
    const hanna = subjectOf(portal, 'hanna');
    const fatima = subjectOf(portal, 'fatima');
    const karel = subjectOf(portal, 'karel');
    const { readAt } = await tom.list();
    const heard = async () => (await tom.get(`${ADMIN}/changes?since=${readAt}`)).body as unknown as LeadChanges;
    const cardOf = async (id: string) => (await heard()).changed.find(({ lead }) => lead.id === id);
    await sanne.act({ action: 'not_interested', ...hanna });
    // This outcome does not concern her other deal, so she is still a lead.
    await sanne.act({ action: 'not_interested', ...fatima });
    await sanne.act({ ...later, ...karel, call_later_for: 'anyone' });
    const calls = await portal.crmCallsOf(async () => {
      expect((await heard()).gone).toEqual([hanna.contactId]);
      expect((await cardOf(karel.contactId))?.lead).toMatchObject({ group: 'later', callbackOwner: null, attempts: 1 });
      expect((await cardOf(fatima.contactId))?.lead).toMatchObject({ lastOutcome: 'not_interested' });
    });
    expect(calls).toEqual([]);
    await sanne.act({ ...later, ...karel, call_later_amount: 3 });
    expect((await cardOf(karel.contactId))?.lead.callbackOwner).toMatchObject({ id: owners.sanne });
    await sanne.act({ action: 'undo', ...hanna });
    const now = (await tom.leads()).map(({ id }) => id);
    const { gone, changed } = await heard();
    expect(gone).toEqual([]);
    for (const { lead, after } of changed) expect(now[now.indexOf(lead.id) - 1] ?? null).toBe(after);
    expect(now).toContain(hanna.contactId);
  });

  test('J10 an open panel learns what the customer did, what a colleague edited and which outcome they recorded, at no CRM call', async () => {
    const { contactId, dealId } = subjectOf(portal, 'bram');
    const hear = (who: Staff) => who.presence(contactId);
    const bram = portal.as('bram');
    const path = `/api/contacts/deals/${dealId}`;
    const heard = async (what: string, by: string | null = null) => {
      const calls = await portal.crmCallsOf(async () => {
        expect((await hear(sanne)).told).toMatchObject({ what, by, dealId });
      });
      expect(calls).toEqual([]);
    };
    expect((await hear(sanne)).told).toBeUndefined();
    await bram.post(`${path}/question`, { text: 'Past hij in de garage?' });
    await heard('question');
    await tom.act({ action: 'discount', contactId, dealId, value: 250 });
    await heard('edit', 'Tom Verhoeven');
    expect((await hear(tom)).told).toBeUndefined();
    await bram.post(`${path}/wish`, { props: { survey1_battery_box_distance_m: '9' } });
    await heard('wish');
    await bram.post(`${path}/decline`, {});
    await heard('decline');
    const { fingerprint } = (await bram.get(path)).body.deal as { fingerprint: string };
    await bram.post(`${path}/approve`, { survey1_approve_clicked: true, fingerprint });
    await heard('approved');
    await bram.post(`${path}/approve`, {
      survey1_approve_clicked: true,
      gaikan_signature_plain: 'Bram',
      fingerprint,
    });
    await heard('signed');
    await portal.delivered();
    await bram.post(`${path}/withdraw`, {});
    await heard('withdrawal');
    await portal.settled();
    expect((await hear(sanne)).news).toBeUndefined();

    await tom.act({ action: 'skip', contactId, dealId });
    expect((await hear(tom)).news).toBeUndefined();
    const calls = await portal.crmCallsOf(async () => {
      const news = { by: 'Tom Verhoeven', action: 'skip', dealId };
      expect(await hear(sanne)).toMatchObject({ doNotCall: true, news });
    });
    expect(calls).toEqual([]);
  });
});

describe('I10 no text that staff typed is dropped', () => {
  test.each(['calc', 'discount'])('a note with %s is kept also when nothing changes', async (action) => {
    const subject = subjectOf(portal, 'bram');
    const body = { action, ...subject, note: 'klant vraagt om uitstel', ...(action === 'discount' && { value: 0 }) };
    for (let n = 0; n < 2; n += 1) expect((await sanne.act({ ...body, note: `${body.note} ${n}` })).status).toBe(200);
    const { notes } = await leftWith(portal, subject.contactId);
    for (let n = 0; n < 2; n += 1) {
      expect(notes.filter((note) => String(note.Note_Content).startsWith(`${body.note} ${n}`))).toHaveLength(1);
    }
  });
});

describe('I10 a text that is too long', () => {
  test.each(['note', 'gaikan_called_noanswer', 'calc'])(
    'a note with %s that is too long is refused with the longest length, and writes nothing',
    async (action) => {
      const subject = subjectOf(portal, 'bram');
      const before = await leftWith(portal, subject.contactId);
      const refused = await sanne.act({ action, ...subject, note: 'é'.repeat(32_000) });
      const fields = { note: 'Dit is te lang: ten hoogste 10.000 tekens.' };
      expect([refused.status, refused.body.fields]).toEqual([422, fields]);
      expect(await leftWith(portal, subject.contactId)).toEqual(before);
    },
  );
});

describe('I11 staff write notes about a person and correct the details', () => {
  test('a note alone is left once, with its writer, for at most 2 CRM calls, also for a contact without a deal', async () => {
    const { contactId } = portal.as('joke');
    const press = () => sanne.act({ action: 'note', contactId, note: 'belt zelf terug' }, 'note-press-1');
    const calls = await portal.crmCallsOf(async () => {
      expect([(await press()).status, (await press()).status]).toEqual([200, 200]);
    });
    expect(calls.length).toBeLessThanOrEqual(2);
    const { notes } = await leftWith(portal, contactId);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.Note_Content).toContain('Medewerker: Sanne de Wit');
    expect((await sanne.act({ action: 'note', contactId: '4150868000009999999', note: 'x' })).status).toBe(404);
    expect((await sanne.act({ action: 'note', contactId, note: ' ' })).status).toBe(422);
  });

  test('a correction of details leaves a note of both values, never overwrites an edit in between, and costs at most 3 CRM calls', async () => {
    const { contactId } = portal.as('joke');
    const { detailsVersion: expected, Phone } = await shown('joke');
    const set = (properties: object, version = expected, id = contactId) =>
      sanne.act({ action: 'set-contact-details', contactId: id, properties, expected: version });
    const calls = await portal.crmCallsOf(() => set({ Phone: '06-00000199', Mailing_City: '' }));
    expect(calls.length).toBeLessThanOrEqual(3);
    expect(await portal.record('Contacts', contactId)).toMatchObject({ Phone: '06-00000199', Mailing_City: null });
    expect((await leftWith(portal, contactId)).notes[0]).toMatchObject({
      Note_Title: 'Contactgegevens gewijzigd',
      Note_Content: expect.stringContaining(`Telefoon: ${Phone} → 06-00000199`),
    });
    // A value that is already set changes nothing, whatever was shown.
    expect((await set({ Phone: '06-00000199' })).status).toBe(200);
    expect((await leftWith(portal, contactId)).notes).toHaveLength(1);
    expect((await set({ Phone: '06-1' })).status).toBe(409);
    expect((await portal.record('Contacts', contactId)).Phone).toBe('06-00000199');
    for (const wrong of [{ survey1_hash: 'x' }, { Email: 'geen adres' }, { Last_Name: '' }, {}]) {
      expect((await set(wrong)).status).toBe(422);
    }
    expect((await set({ Phone: '06-1' }, expected, '4150868000009999999')).status).toBe(404);
  });

  test('a correction whose answer was lost is reported as written, with its note', async () => {
    const { contactId } = portal.as('joke');
    const { detailsVersion: expected } = await shown('joke');
    await portal.fault({ match: 'PUT /crm/v8/Contacts/', kind: 'status', status: 500, when: 'after', times: 1 });
    const body = { action: 'set-contact-details', contactId, properties: { Mailing_City: 'Ede' }, expected };
    expect((await sanne.act(body)).status).toBe(200);
    expect(await portal.record('Contacts', contactId)).toMatchObject({ Mailing_City: 'Ede' });
    expect((await leftWith(portal, contactId)).notes).toHaveLength(1);
  });
});
