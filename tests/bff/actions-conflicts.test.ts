import { beforeEach, describe, expect, test } from 'vitest';
import { openCallDesk } from './call-desk.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import type { Answer } from './send.ts';
import { acted, leftWith, problemOf, subjectOf } from './staff.ts';

const { portal, owners, staff, dealOf } = await openCallDesk();
/** The idempotency key of one press; a new one for each test. */
let key = '';
beforeEach(() => {
  key = crypto.randomUUID();
});

const edit = (name: string, body: object) => staff.act({ ...subjectOf(portal, name), ...body }, key);

describe('E10 a signed deal', () => {
  const EDITS: object[] = [
    { action: 'set-battery-module-num', value: 8 },
    { action: 'set-fixed-inverter-kwh', value: 'none' },
    { action: 'set-deal-property', name: 'survey1_battery_box_distance_m', value: '20' },
    { action: 'set-battery-size', value: 40 },
    { action: 'upgrade-deal-version' },
    { action: 'survey1_no_calc' },
    { action: 'calc' },
    { action: 'sync_from_zoho' },
    { action: 'discount', value: 100 },
  ];

  test.each(EDITS)('E10 refuses %j, on daan and on eva', async (body) => {
    for (const name of ['daan', 'eva']) {
      const before = await dealOf(name);
      const answer = await staff.act({ ...subjectOf(portal, name), ...body });
      expect([answer.status, problemOf(answer).error]).toEqual([409, 'already_signed']);
      expect(problemOf(answer).contact?.id).toBe(portal.as(name).contactId);
      expect(await dealOf(name)).toEqual(before);
    }
  });

  test('E10 the sentence says when it was signed', async () => {
    await pdfDesk(portal).sign('karel', 'Karel Hendriks');
    const answer = await edit('karel', { action: 'discount', value: 100 });
    expect(problemOf(answer).detail).toMatch(/op (ma|di|wo|do|vr|za|zo) \d+ \S+ \d{4},? \d\d:\d\d ondertekend/);
  });
});

describe('A3 two people change the same deal', () => {
  test('A3 `expected`: a value that changed since the panel showed it is 409 with the new state, and nothing is written', async () => {
    const bram = subjectOf(portal, 'bram');
    const shown = (await staff.contact(bram.contactId)).deals[0]?.version;
    await portal.salesOps('Deals', bram.dealId, { gaikan_discount: 100, gaikan_discount_reason: 'Sales' });
    const answer = await edit('bram', { action: 'set-battery-module-num', value: 8, expected: shown });
    expect([answer.status, problemOf(answer).error]).toEqual([409, 'conflict']);
    const now = problemOf(answer).contact?.deals[0];
    expect(now).toMatchObject({ gaikan_discount: 100, gaikan_saltion_battery_modules: '6' });
    expect((await dealOf('bram')).gaikan_saltion_battery_modules).toBe('6');
    const retry = { action: 'set-battery-module-num', ...bram, value: 8, expected: now?.version };
    expect((await staff.act(retry)).status).toBe(200);
    expect(await dealOf('bram')).toMatchObject({ gaikan_saltion_battery_modules: '8', gaikan_discount: 100 });
  });

  test('A3, fault 34: an edit by sales ops between our read and our write is not overwritten', async () => {
    const bram = subjectOf(portal, 'bram');
    await portal.fault({ kind: 'latency', match: 'PUT /crm/v8/Deals', ms: 500, times: 1 });
    const acting = edit('bram', { action: 'set-battery-module-num', value: 8 });
    await portal.asked('/coql');
    await portal.salesOps('Deals', bram.dealId, { gaikan_saltion_battery_modules: '10' });
    const answer = await acting;
    expect([answer.status, problemOf(answer).error]).toEqual([409, 'conflict']);
    expect(problemOf(answer).contact?.deals[0]?.gaikan_saltion_battery_modules).toBe('10');
    expect((await dealOf('bram')).gaikan_saltion_battery_modules).toBe('10');
  });

  test('G3 a retry of a stored edit succeeds with the old `expected`, also after a restart', async () => {
    const bram = subjectOf(portal, 'bram');
    const expected = (await staff.contact(bram.contactId)).deals[0]?.version;
    const body = { action: 'discount', ...bram, value: 100, value2: 'Actie', expected };
    expect((await staff.act(body, key)).status).toBe(200);
    await portal.restart();
    const again = await staff.act(body, key);
    expect([again.status, acted(again).deal.gaikan_discount]).toEqual([200, 100]);
    const { notes, calls } = await leftWith(portal, bram.contactId);
    expect(notes.filter(({ Note_Title }) => Note_Title === 'Offerte aangepast')).toHaveLength(1);
    expect(calls).toEqual([]);
  });

  /** The CRM executes the write, but its answer and the check after it are lost. */
  async function loseAnswer(write: string, act: () => Promise<Answer>): Promise<Answer> {
    await portal.fault({ kind: 'reset', match: write, when: 'after', times: 1 });
    await portal.fault({ kind: 'status', status: 500, match: '/coql', skip: 1 });
    const answer = await act();
    await portal.noFaults();
    return answer;
  }

  const LOST: [string, string, string, (shown: string | null, owner: string | null) => object, RegExp, RegExp][] = [
    [
      'a quote edit',
      'PUT /crm/v8/Deals',
      'Offerte aangepast',
      (expected) => ({ action: 'set-battery-module-num', value: 8, note: 'Wil meer', expected }),
      /^Wil meer\nModules: 6 → 8\nTotaal incl. btw: €\u00a024.497,06 → €\u00a030.682,64\nMedewerker: Sanne de Wit\nDeal: .*\nRef: /,
      /^Wil meer\nModules: 8 \(stond er al\)\nTotaal incl. btw: €\u00a030.682,64 \(stond er al\)\nMedewerker: Sanne de Wit\n/,
    ],
    [
      'another owner',
      'PUT /crm/v8/Contacts',
      'Eigenaar gewijzigd',
      (_shown, expected) => ({ action: 'setOwner', value: owners.yusuf, expected }),
      /^Eigenaar: Tom Verhoeven → Yusuf Aydin\nMedewerker: Sanne de Wit\n/,
      /^Eigenaar: Yusuf Aydin \(stond er al\)\nMedewerker: Sanne de Wit\n/,
    ],
  ];

  describe.each(LOST)('B7, G3 %s with an unknown outcome', (_name, write, title, bodyOf, whole, short) => {
    const notesLeft = async () => {
      const { notes } = await leftWith(portal, portal.as('bram').contactId);
      return notes.filter(({ Note_Title }) => Note_Title === title).map(({ Note_Content }) => String(Note_Content));
    };
    const lost = async () => {
      const bram = subjectOf(portal, 'bram');
      const { deals, version } = await staff.contact(bram.contactId);
      const body = { ...bram, ...bodyOf(deals[0]?.version ?? null, version) };
      const answer = await loseAnswer(write, () => staff.act(body, key));
      expect([answer.status, problemOf(answer).error]).toEqual([503, 'outcome_unknown']);
      expect(await notesLeft()).toEqual([]);
      return body;
    };

    test('the same press again leaves the missing note, and only once', async () => {
      const body = await lost();
      for (let times = 0; times < 2; times += 1) expect((await staff.act(body, key)).status).toBe(200);
      expect(await notesLeft()).toEqual([expect.stringMatching(whole)]);
    });

    test('a repeat after a restart leaves the note too, with the values that the deal has by then', async () => {
      const body = await lost();
      for (let times = 0; times < 2; times += 1) {
        await portal.restart();
        expect((await staff.act(body, key)).status).toBe(200);
      }
      expect(await notesLeft()).toEqual([expect.stringMatching(short)]);
    });
  });

  test('G3 an edit that changes nothing that the panel shows leaves no note, however often staff press it', async () => {
    const bram = subjectOf(portal, 'bram');
    const before = await leftWith(portal, bram.contactId);
    const { deals, version } = await staff.contact(bram.contactId);
    for (const press of ['first', 'second']) {
      const edit = { action: 'set-battery-module-num', ...bram, value: 6, expected: deals[0]?.version };
      expect((await staff.act(edit, `${key}-${press}`)).status).toBe(200);
      const owner = { action: 'setOwner', contactId: bram.contactId, value: owners.tom, expected: version };
      expect((await staff.act(owner, `${key}-${press}-owner`)).status).toBe(200);
    }
    expect(await leftWith(portal, bram.contactId)).toEqual(before);
  });
});

describe('§2.10 the owner', () => {
  const setOwner = (value: unknown, extra: object = {}) =>
    staff.act({ action: 'setOwner', contactId: portal.as('bram').contactId, value, ...extra }, key);

  test('§7.4 setOwner gives the contact to a colleague, the deals keep their owner, and a note says who did it', async () => {
    const { contact } = acted(await setOwner(owners.yusuf));
    expect(contact.owner).toEqual({ id: owners.yusuf, name: 'Yusuf Aydin' });
    const { contactId } = subjectOf(portal, 'bram');
    expect((await portal.record('Contacts', contactId)).Owner).toMatchObject({ id: owners.yusuf });
    expect((await dealOf('bram')).Owner).toMatchObject({ id: owners.tom });
    const { notes } = await leftWith(portal, contactId);
    expect(notes.find(({ Note_Title }) => Note_Title === 'Eigenaar gewijzigd')?.Note_Content).toMatch(
      /^Eigenaar: Tom Verhoeven → Yusuf Aydin\nMedewerker: Sanne de Wit\n/,
    );
    expect(contact.version).toBe((await staff.contact(contactId)).version);
  });

  test.each(['4150868000000999999', 'yusuf', '', null])(
    '§7.4 the unknown owner %s is refused without a CRM call',
    async (value) => {
      await portal.settled();
      const calls = await portal.crmCallsOf(async () => {
        expect((await setOwner(value)).status).toBe(422);
      });
      expect(calls).toEqual([]);
    },
  );

  test('A3 setOwner is refused if somebody else changed the owner, but not after another change of the contact', async () => {
    const { contactId } = subjectOf(portal, 'bram');
    const { version } = await staff.contact(contactId);
    await portal.salesOps('Contacts', contactId, { Phone: '06-00000999' });
    await portal.salesOps('Contacts', contactId, { Owner: { id: owners.yusuf } });
    const answer = await setOwner(owners.sanne, { expected: version });
    expect([answer.status, problemOf(answer).contact?.owner?.id]).toEqual([409, owners.yusuf]);
    const now = await staff.contact(contactId);
    await portal.salesOps('Contacts', contactId, { Phone: '06-00000998' });
    expect((await setOwner(owners.sanne, { expected: now.version })).status).toBe(200);
    expect((await portal.record('Contacts', contactId)).Phone).toBe('06-00000998');
  });
});

test('an edit that would remove the quote of a deal is refused, and changes nothing', async () => {
  await portal.salesOps('Deals', portal.as('bram').dealId, { gaikan_saltion_battery_modules: null });
  const before = await dealOf('bram');
  const refused = await edit('bram', { action: 'set-fixed-inverter-kwh', value: 20 });
  expect([refused.status, problemOf(refused).error]).toEqual([422, 'field_invalid']);
  expect(await dealOf('bram')).toEqual(before);
});
