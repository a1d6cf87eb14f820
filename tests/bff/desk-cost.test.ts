import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { crmOptionsFor } from '../../bff/crm/time-limits.ts';
import { CallHistories } from '../../bff/queue/call-histories.ts';
import { CALL_OUTCOMES } from '../../bff/view-models/call-outcomes.ts';
import type { LeadCard } from '../../bff/view-models/callcenter.ts';
import { monotonicClock } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Coql } from '../../crm-contract/coql.ts';
import { Questions } from '../../crm-contract/questions.ts';
import { DAY_MS, HOUR_MS } from './call-desk.ts';
import { plantCalls, removeCall } from './call-history.ts';
import { type Portal, startPortal } from './portal.ts';
import { ADMIN, callLater, ownersOf, type Staff, staffOf, subjectOf } from './staff.ts';

// The cost of the call center in CRM calls, as the sandbox counts them, with a warm and with a cold cache.

describe('G1 a call history longer than one query returns, for 2,000 leads', () => {
  let portal: Portal;
  let staff: Staff;
  /** Newest registrations first, as in the list before anybody was called. */
  let ids: string[];
  const look = async () => {
    let leads: LeadCard[] = [];
    const calls = await portal.crmCallsOf(async () => {
      leads = await staff.leads();
    });
    expect(calls.length).toBeLessThanOrEqual(4);
    expect(leads).toHaveLength(2_009);
    return new Map(leads.map((lead) => [lead.id, lead]));
  };

  beforeAll(async () => {
    portal = await startPortal({}, undefined, { contacts: 2_000 });
    staff = staffOf(portal, (await ownersOf(portal)).sanne);
    ids = (await staff.leads()).map(({ id }) => id);
    const called = ids.slice(100);
    const now = Date.now();
    const made = { status: 'Completed' } as const;
    await plantCalls(portal, [
      ...called.map((contactId) => ({ ...made, contactId, result: 'Neemt niet op', atMs: now - 3 * DAY_MS })),
      ...called.map((contactId) => ({ ...made, contactId, result: 'Afspraak maken', atMs: now - 5 * DAY_MS })),
      { contactId: ids.at(-1) ?? '', status: 'Scheduled', atMs: now - HOUR_MS },
      { contactId: ids.at(-2) ?? '', status: 'Completed', result: 'Akkoord', atMs: now - HOUR_MS },
    ]);
    const [approved] = (await staff.contact(ids.at(-3) ?? '')).deals;
    await portal.salesOps('Deals', approved?.id ?? '', { survey1_approve_clicked: true });
    await portal.restart();
    await portal.settled();
    return () => portal.close();
  });

  test('G1 the newest histories are read first, the others are marked as not read, and every due callback is at the top', async () => {
    const leads = await look();
    expect([...leads.values()][0]).toMatchObject({ id: ids.at(-1), group: 'due' });
    expect(ids.slice(0, 100).map((id) => leads.get(id)?.group)).toEqual(Array(100).fill('new'));
    expect(leads.get(ids[100] ?? '')).toMatchObject({ group: 'no_answer', attempts: 2 });
    expect(leads.get(ids.at(-3) ?? '')).toMatchObject({ group: 'approved', attempts: 0 });
    expect(leads.get(ids.at(-4) ?? '')).toMatchObject({ group: 'unread', attempts: 0, lastOutcome: null });
    const claimedNew = [...leads.values()].filter(({ group }) => group === 'new');
    expect(claimedNew.map(({ id }) => id)).toEqual(ids.slice(0, 100));
  });

  test('G1 the next read continues until the whole history is known', async () => {
    const leads = await look();
    expect([...leads.values()].filter(({ group }) => group === 'unread')).toEqual([]);
    for (const id of ids.slice(100, -3)) {
      expect(leads.get(id)).toMatchObject({ group: 'no_answer', attempts: 2, lastOutcome: 'gaikan_called_noanswer' });
    }
    expect(leads.get(ids.at(-2) ?? '')).toMatchObject({ group: 'approved', attempts: 3, lastOutcome: 'approve' });
  });

  test('G1 an outcome of the portal counts at once, whichever part is read again', async () => {
    const both = [ids[150] ?? '', ids.at(-10) ?? ''];
    for (const contactId of both) {
      const { deals } = await staff.contact(contactId);
      await staff.act({ action: 'appointment', contactId, dealId: deals[0]?.id });
    }
    for (let looks = 0; looks < 3; looks += 1) {
      const leads = await look();
      for (const id of both) {
        expect(leads.get(id)).toMatchObject({ group: 'spoken', attempts: 3, lastOutcome: 'appointment' });
      }
    }
  });

  test('A3 a call that was deleted in the CRM is gone after a full round', async () => {
    const only = ids[10] ?? '';
    const [call = ''] = await plantCalls(portal, [
      { contactId: only, status: 'Completed', result: 'Neemt niet op', atMs: Date.now() - DAY_MS },
    ]);
    for (let looks = 0; looks < 2; looks += 1) await look();
    expect((await look()).get(only)).toMatchObject({ group: 'no_answer', attempts: 1 });
    await removeCall(portal, call);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect((await look()).get(only)).toMatchObject({ group: 'new', attempts: 0 });
  });

  test('I7 a lead that a colleague called minutes ago is not handed out, though its history is not read yet after a restart', async () => {
    const tomId = (await ownersOf(portal)).tom ?? '';
    const tom = staffOf(portal, tomId);
    await portal.restart();
    await portal.settled();
    const toms = (await staff.leads()).filter(({ group, owner }) => group === 'unread' && owner?.id === tomId);
    const [called = '', after = ''] = toms.map(({ id }) => id);
    const atMs = Date.now() - 10 * 60_000;
    await plantCalls(portal, [{ contactId: called, status: 'Completed', result: 'Neemt niet op', atMs }]);
    await portal.restart();
    await portal.settled();
    const handedOut: unknown[] = [];
    while (!handedOut.includes(after) && !handedOut.includes(null)) {
      handedOut.push(await tom.next({ mine: true }));
    }
    expect(handedOut).toContain(after);
    expect(handedOut).not.toContain(called);
  });
});

describe('G1 call histories when a query returns a full page', () => {
  const row = (contact: number, registered: string, status = 'Completed') => ({
    Who_Id: { id: `41508680000${String(contact).padStart(7, '0')}`, name: null },
    'Who_Id.Created_Time': registered,
    Outbound_Call_Status: status,
    Call_Result: 'Neemt niet op',
    tally: 1,
    earliest: registered,
    latest: registered,
  });
  const rows = (number: number, registered: string, status?: string) =>
    Array.from({ length: number }, (_, n) => row(n, registered, status));
  const IMPORTED = '2026-10-01T10:00:00+02:00';
  const importedAt = Date.parse(IMPORTED);
  const historiesOf = (pages: object[][]) => {
    const asked: string[] = [];
    const query = async ({ text }: Coql) => {
      asked.push(text);
      return pages.shift() ?? [];
    };
    const crm = { query, questions: new Questions(monotonicClock) } as unknown as CrmClient;
    return { asked, histories: new CallHistories(crm, { now: () => Date.now() }) };
  };

  test('2,000 rows with the same time, as after an import, do not stop the reading', async () => {
    const { asked, histories } = historiesOf([rows(2_000, IMPORTED), []]);
    const first = await histories.read(crmOptionsFor('read'));
    expect(first(row(1, '').Who_Id.id, importedAt)).toMatchObject({ attempts: 1 });
    expect(first('415086800009999999', importedAt)).toBeNull();
    const second = await histories.read(crmOptionsFor('read'));
    expect(asked[1]).toContain(`Who_Id.Created_Time < '${IMPORTED}'`);
    expect(second('415086800009999999', importedAt)).toMatchObject({ attempts: 0 });
  });

  test('with more scheduled calls than one query returns, no other lead is called new', async () => {
    const { histories } = historiesOf([rows(2_000, IMPORTED, 'Scheduled')]);
    const historyOf = await histories.read(crmOptionsFor('read'));
    expect(historyOf(row(1, '').Who_Id.id, importedAt)).toMatchObject({ agreed: [importedAt, importedAt] });
    expect(historyOf('415086800009999999', Date.now())).toBeNull();
  });
});

describe('the portal remembers the CRM’s users, also after a restart', () => {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  let portal: Portal;
  let staff: Staff;
  const costOf = async (work: () => Promise<unknown>) => (await portal.crmCallsOf(work)).length;
  const openBram = async () => {
    const { contactId } = subjectOf(portal, 'bram');
    const asked = await Promise.all([
      staff.get(`${ADMIN}/contacts/${contactId}/timeline`),
      staff.get(`${ADMIN}/contacts/${contactId}`),
      staff.post(`${ADMIN}/contacts/${contactId}/presence`, { open: true }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
  };
  const record = async (action: string) => {
    expect((await staff.act({ ...callLater(1, 'days'), ...subjectOf(portal, 'hanna'), action })).status).toBe(200);
  };

  beforeAll(async () => {
    portal = await startPortal({}, clock, { contacts: 300 });
    staff = staffOf(portal, (await ownersOf(portal)).sanne);
    return () => portal.close();
  });
  beforeEach(() => portal.reset());

  test.each(CALL_OUTCOMES)(
    'G2 %s costs at most 7 CRM calls, also a day later and directly after a restart',
    async (action) => {
      clock.offsetMs += DAY_MS;
      expect(await costOf(() => record(action))).toBeLessThanOrEqual(7);
      await portal.reset();
      await portal.restart();
      expect(await costOf(() => record(action))).toBeLessThanOrEqual(7);
    },
  );

  test('§2.10 a contact with its timeline costs at most 4 CRM calls, also a day later and directly after a restart; so does the list', async () => {
    clock.offsetMs += DAY_MS;
    expect(await costOf(openBram)).toBeLessThanOrEqual(4);
    expect(await costOf(() => staff.leads())).toBeLessThanOrEqual(4);
    await portal.restart();
    expect(await costOf(openBram)).toBeLessThanOrEqual(4);
    await portal.restart();
    expect(await costOf(() => staff.leads())).toBeLessThanOrEqual(4);
  });

  test('§2.9 the stats refresh it, in at most 8 CRM calls', async () => {
    clock.offsetMs += HOUR_MS;
    const calls = await portal.crmCallsOf(async () => {
      await staff.get('/api/admin/stats');
      // The answer has the figures of an hour ago at once, while the portal reads new ones.
      for (const part of ['/crm/v8/users', 'Tag like', 'Product_Active', 'Contact_Name.Created_Time']) {
        await portal.asked(part);
      }
    });
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  test('B7 an unknown id is looked up once, and not again for two minutes', async () => {
    clock.offsetMs += HOUR_MS;
    const nobody = staffOf(portal, '4150868000000999999');
    const ask = () => nobody.act({ action: 'skip', ...subjectOf(portal, 'hanna') });
    expect(await costOf(ask)).toBe(1);
    expect(await costOf(ask)).toBe(0);
    expect((await ask()).status).toBe(422);
  });
});

describe('J12 the credits of a dial: a lead’s panel with its timeline, the outcome, the next lead', () => {
  const DIALS = 6;
  let aheadMs = 0;
  let portal: Portal;
  let staff: Staff;
  const next = async (ahead = false) => String(await staff.next({ ahead }));
  const timeline = (contactId: string) => staff.get(`${ADMIN}/contacts/${contactId}/timeline`);
  const open = async (contactId: string) => {
    const [, { deals }] = await Promise.all([timeline(contactId), staff.contact(contactId)]);
    return { contactId, dealId: deals[0]?.id };
  };

  beforeAll(async () => {
    const clock = { now: () => Date.now() + aheadMs };
    portal = await startPortal({}, clock, { contacts: 300, clock });
    staff = staffOf(portal, (await ownersOf(portal)).sanne);
    await portal.settled();
    return () => portal.close();
  });

  test.each(CALL_OUTCOMES)(
    'J12 a colleague who works alone and calls for a minute spends 10 credits on "neemt niet op", and at most 12 on another outcome: %s',
    async (action) => {
      const offered = (await staff.leads()).filter(({ Amount }) => Amount !== null).map(({ id }) => id);
      let handedOut = await next();
      const calls = await portal.crmCallsOf(async () => {
        for (let dial = 0; dial < DIALS; dial += 1) {
          // "Akkoord" needs an offer that can be signed.
          const subject = await open(action === 'approve' ? (offered[dial] ?? '') : handedOut);
          aheadMs += 60_000;
          // The screen requests the next lead while the outcome is recorded.
          const [{ status }] = await Promise.all([
            staff.act({ ...callLater(1, 'days'), ...subject, action }),
            next(true),
          ]);
          expect(status).toBe(200);
          handedOut = await next();
        }
      });
      const credits = calls.reduce((sum, each) => sum + each.credits, 0);
      expect(credits / DIALS).toBeLessThanOrEqual(action === 'gaikan_called_noanswer' ? 10 : 12);
    },
  );

  test('J12 sending a link costs 20 credits for its mail, and at most 4 more', async () => {
    const contactId = (await staff.leads())[0]?.id;
    const calls = await portal.crmCallsOf(() => staff.act({ action: 'send-link', contactId }));
    expect(calls.filter(({ path }) => path.endsWith('send_mail')).map(({ credits }) => credits)).toEqual([20]);
    expect(calls.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(24);
  });
});
