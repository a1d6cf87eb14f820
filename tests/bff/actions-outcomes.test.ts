import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../bff/view-models/callcenter.ts';
import { type Portal, startPortal } from './portal.ts';
import { type Acted, leftWith, ownersOf, type Staff, staffOf, subjectOf } from './staff.ts';

let portal: Portal;
let staff: Staff;
let owners: Record<string, string>;
beforeAll(async () => {
  portal = await startPortal();
  owners = await ownersOf(portal);
});
beforeEach(() => {
  staff = staffOf(portal, owners.sanne);
  key = crypto.randomUUID();
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

/** The idempotency key of one press; a new one for each test. */
let key = '';
const dealOf = (name: string) => portal.record('Deals', portal.as(name).dealIds[0] ?? '');
const fault = (body: object) => portal.sandbox('POST', '/sandbox/faults', body);

/** What the row of the table leaves, read back from the CRM. */
const ROWS: [
  CallOutcome,
  string,
  object,
  (left: Awaited<ReturnType<typeof leftWith>>, name: string) => Promise<void>,
][] = [
  [
    'gaikan_call_later',
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
  [
    'skip',
    'Niet meer bellen',
    {},
    async (_left, name) => {
      const contact = await portal.record('Contacts', portal.as(name).contactId);
      expect(contact.Tag).toMatchObject([{ name: 'niet-bellen' }]);
    },
  ],
  ['gaikan_called_noanswer', 'Neemt niet op', {}, async ({ calls }) => expect(calls).toHaveLength(1)],
  [
    'not_interested',
    'Geen interesse',
    {},
    async ({ notes }, name) => {
      expect((await dealOf(name)).Stage).toBe('Closed Lost');
      expect(notes[0]?.Note_Content).toContain('Reden: geen interesse');
    },
  ],
  [
    'not_interested_price',
    'Te duur',
    {},
    async ({ notes }, name) => {
      expect((await dealOf(name)).Stage).toBe('Closed Lost');
      expect(notes[0]?.Note_Content).toContain('Reden: te duur');
    },
  ],
  [
    'approve',
    'Akkoord',
    {},
    async ({ notes }, name) => {
      const deal = await dealOf(name);
      expect(deal).toMatchObject({ survey1_client_visible: true, gaikan_signature_plain: null });
      expect(deal.survey1_approve_clicked).not.toBe(true);
      expect(notes[0]?.Note_Content).toContain('mondeling akkoord');
    },
  ],
  ['appointment', 'Afspraak maken', {}, async ({ calls }) => expect(calls).toHaveLength(1)],
];

describe('§7.4, G2 every outcome', () => {
  test.each(ROWS)('G2 %s leaves a call, a note and its own effect', async (action, label, extra, effect) => {
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
    await effect(left, 'hanna');
  });

  test.each(ROWS)('%s costs at most 5 CRM calls', async (action, _label, extra) => {
    await staff.leads();
    const subject = subjectOf(portal, 'hanna');
    const calls = await portal.crmCallsOf(async () => {
      expect((await staff.act({ action, ...subject, ...extra }, key)).status).toBe(200);
    });
    expect(calls.length).toBeLessThanOrEqual(5);
  });

  test('G2 the answer holds the contact as it is now, the agreed moment, the booking page filled in', async () => {
    const bram = subjectOf(portal, 'bram');
    const later = await staff.act({
      action: 'gaikan_call_later',
      ...bram,
      call_later_amount: '2',
      call_later_units: 'hours',
    });
    const { callback } = later.body.result as Acted;
    expect(callback).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+0[12]:00$/);
    const { calls } = await leftWith(portal, bram.contactId);
    const planned = calls.find((call) => call.Outbound_Call_Status === 'Scheduled');
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

  test('G2 an agreed call that is due is ticked off, not left standing beside the one that was made', async () => {
    const bram = subjectOf(portal, 'bram');
    const later = { action: 'gaikan_call_later', ...bram, call_later_amount: 5, call_later_units: 'minutes' };
    await staff.act(later);
    await staff.act({ action: 'gaikan_called_noanswer', ...bram });
    const { calls } = await leftWith(portal, bram.contactId);
    expect(calls.map((call) => [call.Outbound_Call_Status, call.Call_Result]).sort()).toEqual([
      ['Completed', 'Later terug bellen'],
      ['Completed', 'Neemt niet op'],
    ]);
    expect((await staff.leads()).find(({ id }) => id === bram.contactId)).toMatchObject({
      attempts: 2,
      group: 'no_answer',
      callback: null,
    });
  });

  test('G2 another moment moves the agreed call; the last agreement counts', async () => {
    const bram = subjectOf(portal, 'bram');
    const later = { action: 'gaikan_call_later', ...bram, call_later_units: 'weeks' };
    await staff.act({ ...later, call_later_amount: 1 });
    const { callback } = (await staff.act({ ...later, call_later_amount: 2 })).body.result as Acted;
    const { calls } = await leftWith(portal, bram.contactId);
    const planned = calls.filter((call) => call.Outbound_Call_Status === 'Scheduled');
    expect(planned.map((call) => Date.parse(String(call.Call_Start_Time)))).toEqual([Date.parse(callback ?? '')]);
  });

  test('F2, E10 a signed deal is not closed as lost; what was said can be noted', async () => {
    const daan = subjectOf(portal, 'daan');
    const refused = await staff.act({ action: 'not_interested', ...daan });
    expect([refused.status, refused.body.error]).toEqual([409, 'already_signed']);
    expect(await leftWith(portal, daan.contactId)).toEqual({ notes: [], calls: [] });
    expect((await staff.act({ action: 'approve', ...daan, note: 'Belde terug' })).status).toBe(200);
    expect((await dealOf('daan')).Stage).toBe('Closed Won');
  });

  test('A3 what sales ops changed at the same time stays', async () => {
    const hanna = subjectOf(portal, 'hanna');
    await fault({ kind: 'latency', match: 'POST /crm/v8/Contacts', ms: 400 });
    const acting = staff.act({ action: 'not_interested', ...hanna });
    await portal.salesOps('Deals', hanna.dealId, { Next_Step: 'Nabellen', survey1_pending_subsidy: true });
    expect((await acting).status).toBe(200);
    expect(await dealOf('hanna')).toMatchObject({
      Stage: 'Closed Lost',
      Next_Step: 'Nabellen',
      survey1_pending_subsidy: true,
    });
  });
});

describe('B7, X36 who did it', () => {
  test('B7 without a chosen user the note says so', async () => {
    const bram = subjectOf(portal, 'bram');
    await staffOf(portal).act({ action: 'gaikan_called_noanswer', ...bram });
    const { notes, calls } = await leftWith(portal, bram.contactId);
    expect(notes[0]?.Note_Content).toContain('Medewerker: niet gekozen');
    expect(calls[0]?.Owner).toMatchObject({ id: owners.tom });
  });

  test.each(['4150868000000999999', 'sanne', "1' or '1'='1", '{}'])(
    'B7 %s is no user of the CRM: refused, nothing written',
    async (ownerId) => {
      const bram = subjectOf(portal, 'bram');
      const calls = await portal.crmCallsOf(async () => {
        const answer = await staffOf(portal, ownerId).act({ action: 'skip', ...bram });
        expect(answer).toMatchObject({
          status: 422,
          body: { error: 'field_invalid', fields: { 'x-owner-id': expect.any(String) } },
        });
      });
      expect(calls).toEqual([]);
    },
  );
});

describe('G3 once', () => {
  const noAnswer = (name: string) => ({
    action: 'gaikan_called_noanswer',
    ...subjectOf(portal, name),
    note: 'Voicemail',
  });
  const later = (name: string) => ({
    action: 'gaikan_call_later',
    ...subjectOf(portal, name),
    call_later_amount: 1,
    call_later_units: 'days',
  });
  const countsOf = async (name: string) => {
    const { notes, calls } = await leftWith(portal, portal.as(name).contactId);
    const marked = notes.filter((note) => String(note.Note_Content).includes('Ref: '));
    return {
      notes: marked.length,
      made: calls.filter((call) => call.Outbound_Call_Status === 'Completed').length,
      planned: calls.filter((call) => call.Outbound_Call_Status === 'Scheduled').length,
    };
  };

  test('G3 a double click leaves one note, one call, one plan', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => staff.act(later('bram'), key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });

  test('G3 two tabs, each with a key of its own, leave one of each', async () => {
    const answers = await Promise.all([staff.act(later('bram'), `${key}-a`), staff.act(later('bram'), `${key}-b`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });

  test('G3 two colleagues, or two different notes, are two', async () => {
    await staff.act(noAnswer('bram'), `${key}-a`);
    await staffOf(portal, owners.tom).act(noAnswer('bram'), `${key}-b`);
    await staff.act({ ...noAnswer('bram'), note: 'Nog eens' }, `${key}-c`);
    expect(await countsOf('bram')).toEqual({ notes: 3, made: 3, planned: 0 });
  });

  test('G3 the same key after a restart finds what was done, in the CRM', async () => {
    const first = (await staff.act(later('bram'), key)).body.result as Acted;
    await portal.restart();
    const again = await staff.act(later('bram'), key);
    expect(again.status).toBe(200);
    expect((again.body.result as Acted).callback).toBe(first.callback);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });

  test('G3 the same key with another body is refused', async () => {
    await staff.act(noAnswer('bram'), key);
    expect((await staff.act({ ...noAnswer('bram'), note: 'Anders' }, key)).status).toBe(400);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 0 });
  });

  test.each([
    ['the call', 'POST /crm/v8/Calls'],
    ['the note', '/Notes'],
  ])('G3 an answer that was lost after %s was written: found, not written again', async (_name, match) => {
    await fault({ kind: 'reset', match, when: 'after', times: 1 });
    expect((await staff.act(noAnswer('bram'), key)).status).toBe(200);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 0 });
  });

  test.each([
    ['the call', 'POST /crm/v8/Calls'],
    ['the note', 'POST /crm/v8/Contacts'],
  ])('G3 a connection that broke before %s was written: written once', async (_name, match) => {
    await fault({ kind: 'reset', match, times: 1 });
    expect((await staff.act(noAnswer('bram'), key)).status).toBe(200);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 0 });
  });

  test('G3 a failure half-way is told; the retry writes what is missing and nothing twice', async () => {
    await fault({ kind: 'status', status: 500, match: 'POST /crm/v8/Contacts' });
    const failed = await staff.act(later('bram'), key);
    expect(failed.status).toBe(503);
    expect(failed.headers['retry-after']).toBeDefined();
    await portal.sandbox('DELETE', '/sandbox/faults');
    expect((await staff.act(later('bram'), key)).status).toBe(200);
    expect(await countsOf('bram')).toEqual({ notes: 1, made: 1, planned: 1 });
  });

  test('G3 a note that the CRM committed late is taken away again', { timeout: 20_000 }, async () => {
    await fault({ kind: 'late-commit', match: '/Notes', times: 1, ms: 1_500 });
    expect((await staff.act(noAnswer('bram'), key)).status).toBe(200);
    await expect.poll(() => countsOf('bram'), { timeout: 15_000, interval: 500 }).toMatchObject({ notes: 2 });
    await expect.poll(() => countsOf('bram'), { timeout: 15_000, interval: 500 }).toMatchObject({ notes: 1 });
  });
});

describe('X28 what an action may say', () => {
  const bram = () => subjectOf(portal, 'bram');
  const BODIES: [string, () => object, number][] = [
    ['no action', () => ({ ...bram() }), 422],
    ['an unknown action', () => ({ action: 'delete-everything', ...bram() }), 422],
    ['a contact id that is none', () => ({ action: 'skip', ...bram(), contactId: "1' or 1=1" }), 422],
    ['a deal id that is none', () => ({ action: 'skip', ...bram(), dealId: '../Deals' }), 422],
    ['no deal', () => ({ action: 'skip', contactId: bram().contactId }), 422],
    ['a field that no action has', () => ({ action: 'skip', ...bram(), Stage: 'Closed Won' }), 422],
    [
      'amount 0',
      () => ({ action: 'gaikan_call_later', ...bram(), call_later_amount: 0, call_later_units: 'days' }),
      422,
    ],
    [
      'amount 366',
      () => ({ action: 'gaikan_call_later', ...bram(), call_later_amount: 366, call_later_units: 'days' }),
      422,
    ],
    [
      'half a day',
      () => ({ action: 'gaikan_call_later', ...bram(), call_later_amount: 0.5, call_later_units: 'days' }),
      422,
    ],
    ['years', () => ({ action: 'gaikan_call_later', ...bram(), call_later_amount: 1, call_later_units: 'years' }), 422],
    ['a note that is a list', () => ({ action: 'skip', ...bram(), note: ['x'] }), 422],
    ['no object', () => [1], 400],
  ];

  test.each(BODIES)('%s is refused and asks the CRM nothing', async (_name, body, status) => {
    const calls = await portal.crmCallsOf(async () => {
      expect((await staff.act(body())).status).toBe(status);
    });
    expect(calls).toEqual([]);
  });

  test('§7.4 the fields of other actions are left aside, an empty note is none', async () => {
    const body = { value: '', value2: '', name: '', call_later_amount: 1, call_later_units: 'days', note: '' };
    expect((await staff.act({ action: 'gaikan_called_noanswer', ...bram(), ...body })).status).toBe(200);
  });

  test('B3 another contact’s deal is not found, and nothing is written', async () => {
    const { dealId } = subjectOf(portal, 'carla');
    const answer = await staff.act({ action: 'not_interested', contactId: bram().contactId, dealId });
    expect(answer.status).toBe(404);
    expect((await dealOf('carla')).Stage).toBe('Available For Customer');
    expect((await leftWith(portal, bram().contactId)).calls).toEqual([]);
  });

  test('G8 quotes, markup and control characters in a note stay text', async () => {
    const note = "O'Neill zei: <script>alert(1)</script> \u0007 100%_\\ 👍";
    expect((await staff.act({ action: 'gaikan_called_noanswer', ...bram(), note })).status).toBe(200);
    const { notes } = await leftWith(portal, bram().contactId);
    expect(String(notes[0]?.Note_Content).startsWith(note)).toBe(true);
  });

  test('a malformed idempotency-key is refused', async () => {
    expect((await staff.act({ action: 'skip', ...bram() }, 'x')).status).toBe(400);
  });
});
