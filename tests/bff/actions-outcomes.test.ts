import { describe, expect, test } from 'vitest';
import { type CallOutcome, OUTCOMES } from '../../bff/view-models/call-outcomes.ts';
import { openCallDesk } from './call-desk.ts';
import { type Acted, ADMIN, callLater, leftWith, plannedWith, staffOf, subjectOf } from './staff.ts';

const { portal, owners, staff, dealOf } = await openCallDesk();

/** Each outcome on Hanna’s deal, its label, its extra fields, and a check of its effect in the CRM. */
const ROWS: Record<CallOutcome, [string, object, (left: Awaited<ReturnType<typeof leftWith>>) => Promise<void>]> = {
  gaikan_call_later: [
    'Later terug bellen',
    { call_later_amount: 3, call_later_units: 'days' },
    async ({ notes, calls }) => {
      const planned = calls.find((call) => call.Outbound_Call_Status === 'Scheduled');
      expect(planned).toMatchObject({
        Subject: 'Terugbellen',
        Call_Type: 'Outbound',
        Call_Duration: null,
        Owner: { id: owners.sanne },
      });
      const inDays = (Date.parse(String(planned?.Call_Start_Time)) - Date.now()) / 86_400_000;
      expect(inDays).toBeGreaterThan(2.9);
      expect(inDays).toBeLessThan(3.1);
      expect(notes[0]?.Note_Content).toMatch(/Terugbellen: (ma|di|wo|do|vr|za|zo) \d+ \S+ \d{4},? \d\d:\d\d/);
    },
  ],
  skip: [
    'Niet meer bellen',
    {},
    async () => {
      const contact = await portal.record('Contacts', portal.as('hanna').contactId);
      expect(contact.Tag).toMatchObject([{ name: 'niet-bellen' }]);
    },
  ],
  gaikan_called_noanswer: ['Neemt niet op', {}, async ({ calls }) => expect(calls).toHaveLength(1)],
  not_interested: [
    'Geen interesse',
    {},
    async ({ notes }) => {
      expect((await dealOf('hanna')).Stage).toBe('Closed Lost');
      expect(notes[0]?.Note_Content).toContain('Reden: geen interesse');
    },
  ],
  not_interested_price: [
    'Te duur',
    {},
    async ({ notes }) => {
      expect((await dealOf('hanna')).Stage).toBe('Closed Lost');
      expect(notes[0]?.Note_Content).toContain('Reden: te duur');
    },
  ],
  approve: [
    'Akkoord',
    {},
    async ({ notes }) => {
      const deal = await dealOf('hanna');
      expect(deal).toMatchObject({ survey1_client_visible: true, gaikan_signature_plain: null });
      expect(deal.survey1_approve_clicked).not.toBe(true);
      expect(notes[0]?.Note_Content).toContain('mondeling akkoord');
    },
  ],
  appointment: ['Afspraak maken', {}, async ({ calls }) => expect(calls).toHaveLength(1)],
};
const EACH = Object.entries(ROWS).map(([action, row]) => [action, ...row] as const);

test('G2 every outcome has a key of its own, from 1 to 9', () => {
  const keys = Object.values(OUTCOMES).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => Number.isInteger(key) && key >= 1 && key <= 9)).toBe(true);
});

describe('§7.4, G2 every outcome', () => {
  test.each(EACH)('G2 %s leaves a call, a note and its own effect', async (...row) => {
    const [action, label, extra, effect] = row;
    const subject = subjectOf(portal, 'hanna');
    const answer = await staff.act({ action, ...subject, note: 'Vraagt naar de levertijd', ...extra });
    expect(answer.status).toBe(200);
    const left = await leftWith(portal, subject.contactId);
    const made = left.calls.filter((call) => call.Outbound_Call_Status === 'Completed');
    expect(made).toMatchObject([
      {
        Call_Type: 'Outbound',
        Call_Result: label,
        Owner: { id: owners.sanne },
        Who_Id: { id: subject.contactId },
        What_Id: { id: subject.dealId },
      },
    ]);
    expect(left.notes).toMatchObject([{ Note_Title: `Belresultaat: ${label}` }]);
    expect(left.notes[0]?.Note_Content).toMatch(/^Vraagt naar de levertijd\n/);
    expect(left.notes[0]?.Note_Content).toContain('Medewerker: Sanne de Wit');
    await effect(left);
  });

  test('G2 the answer holds the contact as it is now, the time of the callback and the prefilled booking page', async () => {
    const bram = subjectOf(portal, 'bram');
    // The screen sends a number as text.
    const later = { ...callLater(2, 'hours'), call_later_amount: '2' };
    const { callback } = (await staff.act({ ...later, ...bram })).body.result as Acted;
    expect(callback).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+0[12]:00$/);
    const [planned] = await plannedWith(portal, 'bram');
    expect(Date.parse(String(planned?.Call_Start_Time))).toBe(Date.parse(callback ?? ''));

    const { bookingUrl } = (await staff.act({ action: 'appointment', ...bram })).body.result as Acted;
    expect(bookingUrl).toBe(
      `${portal.crmUrl}/sandbox/booking?name=Bram%20van%20't%20Hof&email=bram%40example.nl&location=06-00000102`,
    );
    const skipped = (await staff.act({ action: 'skip', ...bram })).body.result as Acted;
    expect(skipped.contact.doNotCall).toBe(true);
    const lost = (await staff.act({ action: 'not_interested', ...bram })).body.result as Acted;
    expect(lost.deal.Stage).toBe('Closed Lost');
    expect(lost.contact.deals[0]?.version).toBe((await staff.contact(bram.contactId)).deals[0]?.version);
  });

  test('G2 a second callback moves the scheduled call: one call is left, at the later chosen time', async () => {
    const bram = subjectOf(portal, 'bram');
    await staff.act({ ...callLater(1, 'weeks'), ...bram });
    const { callback } = (await staff.act({ ...callLater(2, 'weeks'), ...bram })).body.result as Acted;
    const planned = await plannedWith(portal, 'bram');
    expect(planned.map((call) => Date.parse(String(call.Call_Start_Time)))).toEqual([Date.parse(callback ?? '')]);
  });

  test.each(['not_interested', 'not_interested_price'])('G1 after %s no call is scheduled', async (action) => {
    const bram = subjectOf(portal, 'bram');
    await staff.act({ ...callLater(2, 'weeks'), ...bram });
    await staff.act({ action, ...bram });
    const { calls } = await leftWith(portal, bram.contactId);
    expect(calls.map((call) => call.Outbound_Call_Status)).toEqual(['Completed', 'Completed']);
  });

  test('F2 a customer who declined by phone can still sign through the link, and then the deal is won', async () => {
    const bram = portal.as('bram');
    const path = bram.deal;
    await staff.act({ action: 'not_interested', ...subjectOf(portal, 'bram') });
    expect((await bram.get(path)).body.deal).toMatchObject({ quoteArea: 'approve' });
    expect((await bram.post(`${path}/approve`, { survey1_approve_clicked: true })).status).toBe(200);
    expect((await dealOf('bram')).Stage).toBe('Closed Lost');
    expect((await bram.post(`${path}/approve`, { gaikan_signature_plain: 'Bram Hof' })).status).toBe(200);
    expect((await dealOf('bram')).Stage).toBe('Closed Won');
  });

  test('A3 a change that sales ops make while an outcome is recorded stays', async () => {
    const hanna = subjectOf(portal, 'hanna');
    await portal.fault({ kind: 'latency', match: 'POST /crm/v8/Contacts', ms: 400 });
    const acting = staff.act({ action: 'not_interested', ...hanna });
    const theirs = { Next_Step: 'Nabellen', survey1_pending_subsidy: true };
    await portal.salesOps('Deals', hanna.dealId, theirs);
    expect((await acting).status).toBe(200);
    expect(await dealOf('hanna')).toMatchObject({ Stage: 'Closed Lost', ...theirs });
  });
});

describe('"Akkoord" promises that the customer can sign online', () => {
  const DECLINED_WITHOUT_OFFER = { survey1_calc: null, portal_declined_at: '2026-11-20T10:00:00+01:00' };
  const REFUSED: [string, string, 'Deals' | 'Contacts', Record<string, unknown>, string][] = [
    ['without an offer', 'lotte', 'Deals', {}, 'Er is nog geen offerte'],
    ['on a declined deal without an offer', 'bram', 'Deals', DECLINED_WITHOUT_OFFER, 'Er is nog geen offerte'],
    ['on an offer of other inputs', 'bram', 'Deals', { gaikan_saltion_battery_modules: '8' }, 'nog niet compleet'],
    ['without a link', 'bram', 'Contacts', { survey1_hash: null }, 'geen persoonlijke link'],
    ['without an address to send it to', 'bram', 'Contacts', { Email: null }, 'geen e-mailadres'],
  ];
  test.each(REFUSED)(
    '%s it is refused with a reason that the desk already shows; nothing is written',
    async (...row) => {
      const [_what, name, module, fields, why] = row;
      const subject = subjectOf(portal, name);
      await portal.salesOps(module, module === 'Deals' ? subject.dealId : subject.contactId, fields);
      const contact = await staff.contact(subject.contactId);
      const said = contact.deals[0]?.refusedOutcomes.approve ?? contact.whyNotOnline;
      expect(said).toContain(why);
      const before = await leftWith(portal, subject.contactId);
      const { status, body } = await staff.act({ action: 'approve', ...subject, note: 'Mondeling ja' });
      expect([status, body.detail]).toEqual([422, said]);
      expect(await leftWith(portal, subject.contactId)).toEqual(before);
      expect((await staff.act({ action: 'gaikan_called_noanswer', ...subject })).status).toBe(200);
    },
  );

  test('G2 a yes for a signed order leaves a note that asks for no signature', async () => {
    const daan = subjectOf(portal, 'daan');
    expect((await staff.act({ action: 'approve', ...daan })).status).toBe(200);
    const { notes } = await leftWith(portal, daan.contactId);
    expect(notes[0]).toMatchObject({ Note_Title: 'Belresultaat: Akkoord' });
    expect(notes[0]?.Note_Content).toContain('mondeling akkoord');
    expect(notes[0]?.Note_Content).not.toContain('handtekening');
  });

  test('F2, E10 a signed deal cannot be closed as lost, and the desk says so before the press; a note is still possible', async () => {
    for (const name of ['daan', 'eva']) {
      const { contactId, dealId } = subjectOf(portal, name);
      const [deal] = (await staff.contact(contactId)).deals;
      const said = expect.stringContaining('De klant heeft ondertekend');
      expect(deal?.refusedOutcomes).toEqual({ not_interested: said, not_interested_price: said });
      for (const action of ['not_interested', 'not_interested_price']) {
        const refused = await staff.act({ action, contactId, dealId });
        expect([refused.status, refused.body.error]).toEqual([409, 'already_signed']);
      }
      expect(await leftWith(portal, contactId)).toEqual({ notes: [], calls: [] });
      expect((await staff.act({ action: 'approve', contactId, dealId, note: 'Belde terug' })).status).toBe(200);
      expect((await dealOf(name)).Stage).toBe('Closed Won');
    }
    const bram = await staff.contact(portal.as('bram').contactId);
    expect([bram.deals[0]?.refusedOutcomes, bram.whyNotOnline]).toEqual([{}, null]);
  });
});

describe('B7 the name of the person who acted', () => {
  test('B7 if no user is chosen, the note says that nobody was chosen', async () => {
    const bram = subjectOf(portal, 'bram');
    await staffOf(portal).act({ action: 'gaikan_called_noanswer', ...bram });
    const { notes, calls } = await leftWith(portal, bram.contactId);
    expect(notes[0]?.Note_Content).toContain('Medewerker: niet gekozen');
    expect(calls[0]?.Owner).toMatchObject({ id: owners.tom });
  });

  test('B7 if a price is changed without a chosen user, the note says so and the log names the known device', async () => {
    const logIn = await staffOf(portal).post('/api/admin/login', {});
    const token = String(logIn.body.deviceToken);
    const bram = subjectOf(portal, 'bram');
    const change = async (value: number, headers: Record<string, string>) => {
      const body = { action: 'discount', ...bram, value, value2: 'Beurs' };
      expect((await staffOf(portal).post(`${ADMIN}/action`, body, headers)).status).toBe(200);
      const said = portal
        .logged()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      return said.findLast(({ msg }) => msg === 'staff act without a name');
    };
    const known = await change(100, { 'x-device-token': token });
    expect(known).toMatchObject({ operation: 'discount', recordId: bram.dealId, requestId: expect.any(String) });
    expect(known?.device).toMatch(/^[0-9a-f]{12}$/);
    expect((await change(200, { 'x-device-token': token }))?.device).toBe(known?.device);
    expect((await change(300, { 'x-device-token': `${token.slice(0, -1)}!` }))?.device).toBeUndefined();
    for (const part of token.split('.').slice(1)) expect(portal.logged()).not.toContain(part);
    const { notes } = await leftWith(portal, bram.contactId);
    const left = notes.map(({ Note_Content }) => String(Note_Content)).filter((text) => text.includes('Korting'));
    expect(left).toHaveLength(3);
    for (const text of left) expect(text).toContain('Medewerker: niet gekozen');
  });

  test.each(['4150868000000999999', 'sanne', "1' or '1'='1", '{}'])(
    'B7 %s is not a user of the CRM, so the outcome is refused and nothing is written',
    async (ownerId) => {
      const bram = subjectOf(portal, 'bram');
      const calls = await portal.crmCallsOf(async () => {
        const answer = await staffOf(portal, ownerId).act({ action: 'skip', ...bram });
        const body = { error: 'field_invalid', fields: { 'x-owner-id': expect.any(String) } };
        expect(answer).toMatchObject({ status: 422, body });
      });
      expect(calls).toEqual([]);
    },
  );
});
