import { expect, test } from 'vitest';
import type { NextLeadAnswer } from '../../../bff/view-models/callcenter.ts';
import { HOUR_MS } from '../call-desk.ts';
import { openPortal } from '../own-portal.ts';
import { ADMIN, callLater, ownersOf, type Staff, staffOf } from '../staff.ts';

const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
/** Nine people of the sandbox have an open deal already. */
const LEADS = 60;

const LATER = callLater(2, 'days');
const OUTCOMES: readonly Outcome[] = [
  { body: { action: 'gaikan_called_noanswer' }, result: 'Neemt niet op' },
  { body: { action: 'not_interested' }, result: 'Geen interesse', stage: 'Closed Lost' },
  { body: { action: 'approve' }, result: 'Akkoord' },
  { body: { action: 'skip' }, result: 'Niet meer bellen', tag: 'niet-bellen' },
  { body: LATER, result: 'Later terug bellen' },
  { body: { action: 'not_interested_price' }, result: 'Te duur', stage: 'Closed Lost' },
  { body: { action: 'appointment' }, result: 'Afspraak maken' },
];

interface Outcome {
  body: { action: string };
  result: string;
  stage?: string;
  tag?: string;
}

interface Plan {
  outcomeOf: (contactId: string) => Outcome;
  isSlow: (contactId: string) => boolean;
}

interface Trouble {
  path: (contactId: string, dealId: string) => string;
  sent?: (contactId: string) => string;
  fault: { kind: string; times: number; [more: string]: unknown };
  told: boolean;
}

const COQL = 'POST /crm/v8/coql';
/** An outcome's query for a lead's calls, which reads more of each call than the panel does. */
const theirCalls = (contactId: string) => `Modified_Time from Calls where Who_Id = '${contactId}'`;

/** The fault of one lead's outcome, and whether the colleague sees it. The portal reports no fault that it repairs. */
const FAULTS: readonly Trouble[] = [
  { path: () => COQL, sent: theirCalls, fault: { kind: 'status', status: 400, times: 1 }, told: true },
  { path: (id) => `POST /crm/v8/Contacts/${id}/Notes`, fault: { kind: 'status', status: 503, times: 3 }, told: true },
  { path: (_, id) => `PUT /crm/v8/Deals/${id}`, fault: { kind: 'status', status: 503, times: 3 }, told: true },
  { path: (id) => `POST /crm/v8/Contacts/${id}/Notes`, fault: { kind: 'reset', when: 'after', times: 1 }, told: false },
  { path: (id) => `POST /crm/v8/Contacts/${id}/Notes`, fault: { kind: 'status', status: 500, times: 1 }, told: false },
  { path: () => COQL, sent: theirCalls, fault: { kind: 'latency', ms: 1_500, times: 1 }, told: false },
];

interface Worked {
  who: string;
  contactId: string;
  outcome: Outcome;
  words: string;
  failures: number;
}

const NAMES = ['sanne', 'tom', 'yusuf'] as const;

const portal = await openPortal({}, clock, { contacts: LEADS - 9 });
const owners = await ownersOf(portal);

/** Takes leads and records outcomes until no lead is left. Presses again after a failure, as the screen asks. */
async function work(who: string, staff: Staff, { outcomeOf, isSlow }: Plan): Promise<Worked[]> {
  const worked: Promise<Worked>[] = [];
  for (let after: string | undefined; ; ) {
    const key = `next-${who}-${worked.length}-press`;
    const press = () => staff.post(`${ADMIN}/next`, after === undefined ? {} : { after }, { 'idempotency-key': key });
    // A double click.
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.status, second.body]).toEqual([200, first.body]);
    const { contactId } = first.body as unknown as NextLeadAnswer;
    if (contactId === null) return Promise.all(worked);
    after = contactId;
    const [deal] = (await staff.contact(contactId)).deals;
    const recorded = record(who, staff, { contactId, dealId: deal?.id, expected: deal?.version }, outcomeOf(contactId));
    worked.push(recorded);
    // A colleague does not wait for a slow answer, but continues with the next lead.
    if (!isSlow(contactId)) await recorded;
  }
}

async function record(
  who: string,
  staff: Staff,
  lead: { contactId: string; dealId: string | undefined; expected: string | null | undefined },
  outcome: Outcome,
): Promise<Worked> {
  const { contactId } = lead;
  const words = `Gesprek van ${who} met ${contactId}.`;
  const body = { ...outcome.body, ...lead, note: words };
  for (let failures = 0; ; failures += 1) {
    const { status } = await staff.act(body, `outcome-${contactId}`);
    if (status === 200) return { who, contactId, outcome, words, failures };
    expect(failures).toBeLessThan(4);
  }
}

test('I7 three colleagues share sixty leads: each lead is handed out once, due callbacks first, and a failure reaches the colleague who pressed', async () => {
  const desks = Object.fromEntries(NAMES.map((name) => [name, staffOf(portal, owners[name])])) as Record<string, Staff>;
  await portal.salesOps('Contacts', portal.as('anna').contactId, { Phone: '06-00000101' });
  const cards = await staffOf(portal).leads();
  expect(cards).toHaveLength(LEADS);

  // The last six of the queue asked to be called back: two by anybody, the others by the same colleague.
  const agreedWith = ['sanne', 'tom', 'yusuf', 'sanne', 'anyone', 'anyone'];
  const callbacks = new Map(cards.slice(-agreedWith.length).map(({ id }, n) => [id, agreedWith[n] ?? 'anyone']));
  for (const [contactId, whom] of callbacks) {
    const staff = desks[whom] ?? staffOf(portal, owners.tom);
    const whose = whom === 'anyone' ? { call_later_for: 'anyone' } : {};
    const dealId = (await staff.contact(contactId)).deals[0]?.id;
    const later = { ...callLater(1, 'hours'), ...whose };
    expect((await staff.act({ ...later, contactId, dealId })).status).toBe(200);
  }
  clock.offsetMs = 2 * HOUR_MS;
  await portal.restart();

  // Without an offer there is nothing to approve.
  const outcomeAt = (n: number, hasOffer: boolean) => {
    const outcome = OUTCOMES[n % OUTCOMES.length] as Outcome;
    return outcome.body.action === 'approve' && !hasOffer ? (OUTCOMES[0] as Outcome) : outcome;
  };
  const outcomes = new Map(cards.map(({ id, Amount }, n) => [id, outcomeAt(n, Amount !== null)]));
  const closing = cards.filter(({ id }) => outcomes.get(id)?.stage !== undefined);
  const troubled = closing.slice(2, 2 + FAULTS.length).map(({ id }) => id);
  for (const [n, { path, sent, fault }] of FAULTS.entries()) {
    const contactId = troubled[n] ?? '';
    const dealId = (await staffOf(portal).contact(contactId)).deals[0]?.id ?? '';
    await portal.fault({ match: path(contactId, dealId), ...(sent && { sent: sent(contactId) }), ...fault });
  }

  const plan: Plan = {
    outcomeOf: (contactId) => outcomes.get(contactId) as Outcome,
    isSlow: (contactId) => contactId === troubled.at(-1),
  };
  const worked = (await Promise.all(NAMES.map((name) => work(name, desks[name] as Staff, plan)))).flat();

  // Each lead comes once, and none is forgotten.
  expect(worked.map(({ contactId }) => contactId).sort()).toEqual(cards.map(({ id }) => id).sort());
  // Everybody had work: their own and anybody's callbacks came first.
  for (const name of NAMES) {
    const mine = worked.filter(({ who }) => who === name).map(({ contactId }) => callbacks.get(contactId));
    expect(mine.length).toBeGreaterThan(0);
    const due = mine.filter((whose) => whose !== undefined);
    expect(mine.slice(0, due.length)).toEqual(due);
    expect(due.filter((whose) => whose !== 'anyone')).toEqual(agreedWith.filter((whose) => whose === name));
  }
  // Each failure was shown to the colleague with that lead, and to nobody else.
  const heard = worked.filter(({ failures }) => failures > 0).map(({ contactId, failures }) => [contactId, failures]);
  const told = troubled.filter((_, n) => FAULTS[n]?.told).map((contactId) => [contactId, 1]);
  expect(heard.sort()).toEqual(told.sort());
  const faults = await portal.sandbox<{ hits: number }[]>('GET', '/sandbox/faults');
  expect(faults.map(({ hits }) => hits)).toEqual(FAULTS.map(({ fault }) => fault.times));

  const notes = await portal.records('Notes', 'Note_Content');
  const calls = await portal.records('Calls', 'Outbound_Call_Status,Call_Result,Description,Who_Id');
  for (const { contactId, outcome, words, who } of worked) {
    const [note, ...copies] = notes.filter(({ Note_Content }) => String(Note_Content).includes(words));
    expect([note?.Note_Content, copies]).toEqual([expect.stringMatching(new RegExp(`Medewerker: ${who}`, 'i')), []]);
    const theirs = calls.filter(({ Who_Id }) => (Who_Id as { id: string } | null)?.id === contactId);
    const isMade = (call: (typeof calls)[number]) => call.Outbound_Call_Status === 'Completed';
    const made = theirs.filter((call) => isMade(call) && String(call.Description).includes(words));
    expect(made).toMatchObject([{ Call_Result: outcome.result }]);
    const isMissed = callbacks.has(contactId) && outcome.body.action === 'gaikan_called_noanswer';
    expect(theirs.filter((call) => !isMade(call))).toHaveLength(outcome.body === LATER || isMissed ? 1 : 0);
  }
  const tagged = (await portal.records('Contacts', 'Tag')).filter(({ Tag }) => (Tag as unknown[]).length > 0);
  const toBeTagged = worked.filter(({ outcome }) => outcome.tag !== undefined).map(({ contactId }) => contactId);
  expect(tagged.map(({ id }) => id).sort()).toEqual(toBeTagged.sort());
  const lost = worked.filter(({ outcome }) => outcome.stage !== undefined).length;
  const deals = await portal.records('Deals', 'Stage');
  expect(deals.filter(({ Stage }) => Stage === 'Closed Lost')).toHaveLength(lost);
});

test('J12 after many leads were tagged "niet-bellen" in the CRM, one press reads some of them and says so; the next press continues', async () => {
  await portal.reset();
  await portal.restart();
  const sanne = staffOf(portal, owners.sanne);
  const press = () => sanne.post(`${ADMIN}/next`, {});
  expect((await press()).status).toBe(200);
  const ids = (await portal.records('Contacts', 'id')).map(({ id }) => id);
  await portal.crm('/Contacts/actions/add_tags', 'POST', { ids, tags: [{ name: 'niet-bellen' }] });
  const presses: string[] = [];
  do {
    const calls = await portal.crmCallsOf(async () => {
      const { status, body } = await press();
      presses.push(`${status} ${body.error ?? body.contactId}`);
    });
    expect(calls.length).toBeLessThan(30);
  } while (presses.at(-1) === '503 busy' && presses.length < LEADS);
  expect(presses.slice(1)).not.toEqual([]);
  expect(presses.at(-1)).toBe('200 null');
});
