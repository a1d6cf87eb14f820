import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminStats, PeriodFigures } from '../../bff/view-models/stats.ts';
import { type Behaviours, OTHER_WAY } from '../../fixtures/crm-sandbox/behaviours.ts';
import { HOUR_MS } from './call-desk.ts';
import { planCall } from './call-history.ts';
import { openPortal } from './own-portal.ts';
import { ADMIN, leftWith, ownersOf, type Staff, staffOf, subjectOf } from './staff.ts';

// Where Zoho's documentation leaves two behaviours open (docs/zoho.md), every screen works with both.

let staff: Staff;

const portal = await openPortal({ PORTAL_FILE: 'portal.json' });

/** A fresh CRM with these behaviours, and a portal that has not seen it yet. */
async function startedOn(behaviours: Partial<Behaviours>): Promise<void> {
  await portal.reset();
  await portal.behave(behaviours);
  await portal.restart();
  staff = staffOf(portal, (await ownersOf(portal)).sanne);
}

const WAYS: [string, Partial<Behaviours>][] = [
  ...(Object.keys(OTHER_WAY) as (keyof typeof OTHER_WAY)[]).map((name): [string, Partial<Behaviours>] => [
    `${name} ${OTHER_WAY[name]}`,
    { [name]: OTHER_WAY[name] },
  ]),
  ['everything the other way', OTHER_WAY],
];

/** The content of the screens, without values that change with the clock. */
async function screens() {
  const bram = portal.as('bram');
  const eva = portal.as('eva');
  const { dealId } = bram;
  const answers = {
    stats: await staff.get('/api/admin/stats'),
    list: await staff.get(ADMIN),
    contact: await staff.get(`${ADMIN}/contacts/${bram.contactId}`),
    signed: await staff.get(`${ADMIN}/contacts/${eva.contactId}`),
    notes: await staff.get(`${ADMIN}/contacts/${bram.contactId}/notes`),
    verify: await portal.as('fatima').get('/api/contacts/verify'),
    withoutDeals: await portal.as('joke').get('/api/contacts/verify'),
    quote: await bram.get(`/api/contacts/deals/${dealId}`),
    drawn: await eva.get(eva.deal),
  };
  return Object.fromEntries(Object.entries(answers).map(([name, { status, body }]) => [name, { status, body }]));
}

describe('every screen answers, and one press leaves one call and one note, whichever way the CRM behaves', () => {
  let asDocumented: Awaited<ReturnType<typeof screens>>;

  beforeAll(async () => {
    await startedOn({});
    await record('hanna', 'gaikan_called_noanswer');
    asDocumented = await screens();
    for (const { status } of Object.values(asDocumented)) expect(status).toBe(200);
  });

  test.each(WAYS)('%s', async (_, behaviours) => {
    await startedOn(behaviours);
    await record('hanna', 'gaikan_called_noanswer');
    const first = await screens();
    // During the first answers the portal notices which queries the CRM refuses. The second answers use that.
    const then = await screens();
    for (const answers of [first, then]) {
      expect(withoutUnknown(steady(answers))).toEqual(steady(asDocumented));
    }
    await expectOneOutcome();
  });

  async function expectOneOutcome(): Promise<void> {
    const subject = subjectOf(portal, 'bram');
    const press = (key: string) => staff.act({ action: 'gaikan_call_later', ...subject, ...LATER }, key);
    // The CRM makes both the call and the note, and the answer to each is lost.
    for (const match of ['POST /crm/v8/Calls', 'POST /crm/v8/Contacts/.*/Notes']) {
      await portal.fault({ kind: 'reset', match, when: 'after', times: 1 });
    }
    await press('the-press-of-the-first-tab');
    await portal.restart();
    expect((await press('the-press-of-the-first-tab')).status).toBe(200);
    // A second tab has other keys.
    expect((await press('the-press-of-a-second-tab')).status).toBe(200);
    const { calls, notes } = await leftWith(portal, subject.contactId);
    expect(calls.map(({ Outbound_Call_Status }) => Outbound_Call_Status).sort()).toEqual(['Completed', 'Scheduled']);
    const outcomes = notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Belresultaat'));
    expect(outcomes).toHaveLength(1);
  }
});

test('an agreed call is due, done and moved as usual when the CRM calls it overdue', async () => {
  await startedOn({ overdueCalls: true });
  const subject = subjectOf(portal, 'hanna');
  await planCall(portal, subject.contactId, -HOUR_MS);
  await portal.restart();
  expect((await staff.leads())[0]).toMatchObject({ id: subject.contactId, group: 'due' });
  const { body } = await staff.post(`${ADMIN}/next`, {});
  expect(body.contactId).toBe(subject.contactId);
  expect((await staff.act({ action: 'gaikan_call_later', ...subject, ...LATER })).status).toBe(200);
  const { calls } = await leftWith(portal, subject.contactId);
  expect(calls.map(({ Outbound_Call_Status }) => Outbound_Call_Status).sort()).toEqual(['Completed', 'Scheduled']);
  expect((await staff.act({ action: 'skip', ...subject })).status).toBe(200);
  const left = await leftWith(portal, subject.contactId);
  expect(left.calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Scheduled')).toEqual([]);
});

test('if the CRM wants the organisation’s address to be marked as such, the first mail takes two requests and later ones take one', async () => {
  await startedOn({ organisationMailByFlag: true });
  const send = async (name: string) => {
    const calls = await portal.crmCallsOf(async () => {
      const { contactId } = portal.as(name);
      expect((await staff.act({ action: 'send-link', contactId })).status).toBe(200);
    });
    return calls.filter(({ path }) => path.includes('send_mail')).length;
  };
  expect([await send('bram'), await send('carla')]).toEqual([2, 1]);
  expect(await portal.outbox()).toHaveLength(2);
});

describe('I14 a screen leaves out what the CRM refuses to tell, says so and works otherwise', () => {
  const refuse = (sent: string, match = 'coql') => portal.fault({ kind: 'status', status: 400, match, sent });
  const stats = async () => {
    const { status, body } = await staffOf(portal).get('/api/admin/stats');
    return { status, stats: (body.result as { stats: AdminStats }).stats };
  };

  test.each<[string, string, Partial<AdminStats>]>([
    ['deals', 'Lead_Owner_Flow from Deals', { funnel: null, customers: [], unknown: ['customers', 'deals'] }],
    ['the calls made', 'select Owner, Call_Result, Call_Start_Time', { calls: null }],
    ['registrations', 'select Created_Time from Contacts', { customers: [], unknown: ['customers'] }],
    ['the prices', 'from Products', { unknown: ['deals', 'prices'], saltion_MODULE_PRICE: [] }],
  ])('stats without %s', async (_, sent, left) => {
    await portal.reset();
    await refuse(sent);
    await portal.restart();
    const told = await stats();
    expect(told.status).toBe(200);
    expect(told.stats).toMatchObject(left);
    expect(told.stats.contactOwners).toHaveLength(3);
  });

  test.each<[string, string, Partial<PeriodFigures>]>([
    ['deals', 'Lead_Owner_Flow from Deals', { funnel: null, months: null, sources: null, losses: null }],
    ['calls per colleague', 'group by Owner, Call_Result', { colleagues: null }],
    ['what calls said', 'select id, What_Id, Call_Result', { losses: null }],
  ])('a period without %s', async (_, sent, left) => {
    await portal.reset();
    await refuse(sent);
    await portal.restart();
    const { status, body } = await staffOf(portal).get('/api/admin/stats/period?from=2026-01-01&to=2030-01-01');
    expect(status).toBe(200);
    const { figures } = body.result as { figures: PeriodFigures };
    expect(figures).toMatchObject(left);
    expect(Object.values(figures).filter((part) => part === null)).toHaveLength(Object.keys(left).length);
  });

  test('without the owners of callbacks leads are handed out, except those that a colleague may have agreed to call', async () => {
    await startedOn({});
    const first = (await staff.leads())[0]?.id ?? '';
    await planCall(portal, first);
    await refuse('What_Id, Owner, Call_Start_Time');
    await portal.restart();
    const { status, body } = await staff.post(`${ADMIN}/next`, {});
    expect([status, body.contactId]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(body.contactId).not.toBe(first);
    expect(await staff.list()).toMatchObject({ unknown: ['callbacks'] });
  });

  test('without the notes of a signed deal the lead opens, and lacks only the time that is in a note', async () => {
    await startedOn({});
    const { contactId, dealId } = portal.as('eva');
    await portal.fault({
      kind: 'status',
      status: 400,
      match: `GET /crm/v8/Deals/${dealId}/Notes`,
    });
    expect(await staff.contact(contactId)).toMatchObject({ id: contactId, deals: [{ id: dealId }] });
  });
});

describe('a mail that the CRM refuses leaves a task for a colleague', () => {
  const bramIs = (fields: object) => portal.unchecked('Contacts', portal.as('bram').contactId, fields);
  test.each<[string, () => Promise<unknown>]>([
    ['the organisation may not mail', () => portal.behave({ mail: false })],
    ['the customer opted out', () => bramIs({ Email_Opt_Out: true })],
    ['the customer gave no consent', () => bramIs({ Data_Processing_Basis: 'Consent Pending' })],
  ])('%s', async (_, prepare) => {
    await startedOn({});
    await prepare();
    const { contactId } = portal.as('bram');
    expect((await portal.call('POST', '/api/contacts/link', { body: { email: 'bram@example.nl' } })).status).toBe(202);
    const tasks = () => portal.related('Contacts', contactId, 'Tasks', 'Subject');
    await portal.settled();
    expect(await tasks()).toMatchObject([{ Subject: 'Stuur de persoonlijke link opnieuw' }]);
    expect(await portal.outbox()).toEqual([]);
  });
});

const LATER = { call_later_amount: '2', call_later_units: 'days', note: 'Na het weekend' };

async function record(name: string, action: string): Promise<void> {
  expect((await staff.act({ action, ...subjectOf(portal, name) }, `once-${name}-${action}`)).status).toBe(200);
}

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g;
const OF_A_MOMENT = /"(version|fingerprint|kenmerk|ageSeconds)":("[^"]*"|\d+)/g;

function steady(answers: object): unknown {
  return JSON.parse(JSON.stringify(answers).replace(MOMENT, '').replace(OF_A_MOMENT, '"$1":""'));
}

/** The answers without their lists of unknown parts. */
function withoutUnknown(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers).replace(/"unknown":\[[^\]]*\],?/g, ''));
}
