import { describe, expect, test } from 'vitest';
import { wallTimeOf } from '../../../bff/crm/texts/moments-and-euros.ts';
import { DAY_MS, MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { planCall, plantCalls } from '../call-history.ts';
import { acted, callLater, leftWith, plannedWith, subjectOf } from '../staff.ts';

const { portal, clock, owners, sanne, tom } = await openTeamDesk();

const shown = async (name: string, who = sanne) =>
  (await who.contact(portal.as(name).contactId)).deals[0]?.version ?? null;
const later = callLater(2, 'days');

describe('J10 a panel that does not know a promised call is refused', () => {
  test.each([
    ['plans another moment', { ...later, call_later_amount: 5 }],
    ['says that nobody answered', { action: 'gaikan_called_noanswer' }],
    ['closes the lead', { action: 'not_interested' }],
  ])(
    'an older panel that %s is refused with the name of the colleague who promised the call, and nothing changes',
    async (_name, body) => {
      const bram = subjectOf(portal, 'bram');
      const expected = await shown('bram');
      await tom.act({ ...later, ...bram });
      const before = await leftWith(portal, bram.contactId);
      const refused = await sanne.act({ ...body, ...bram, expected });
      expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
      expect(refused.body.detail).toMatch(
        /Tom Verhoeven heeft .* vastgelegd\. Er staat nu een terugbelafspraak op .*, van Tom Verhoeven\./,
      );
      expect(await leftWith(portal, bram.contactId)).toEqual(before);
      const now = (refused.body as { contact?: { deals: { version: string }[] } }).contact?.deals[0]?.version;
      expect((await sanne.act({ ...body, ...bram, expected: now })).status).toBe(200);
    },
  );

  test('a panel is also refused after sales ops planned, moved or removed the call in the CRM, though the list may still be old', async () => {
    const bram = subjectOf(portal, 'bram');
    let expected = await shown('bram');
    const press = () => sanne.act({ ...later, ...bram, expected });
    const call = await planCall(portal, bram.contactId, DAY_MS);
    expect((await press()).status).toBe(409);
    expected = await shown('bram');
    await portal.salesOps('Calls', call, { Owner: { id: owners.yusuf } });
    expect((await press()).body.detail).toContain('van Yusuf Aydin');
    expected = await shown('bram');
    await portal.salesOps('Calls', call, { Outbound_Call_Status: 'Cancelled' });
    expect((await press()).body.detail).toContain('De terugbelafspraak staat er niet meer.');
    expected = await shown('bram');
    expect((await press()).status).toBe(200);
    expect(await plannedWith(portal, 'bram')).toHaveLength(1);
  });

  test.each(['approve', 'gaikan_called_noanswer', 'not_interested', 'skip'])(
    'I9 a panel that does not know an outcome of a colleague (%s) is refused, also if deal and planned calls are the same',
    async (action) => {
      const bram = subjectOf(portal, 'bram');
      const expected = await shown('bram');
      await tom.act({ action, ...bram });
      const before = await leftWith(portal, bram.contactId);
      const press = (version: string | null) =>
        sanne.act({ action: 'not_interested_price', ...bram, expected: version });
      const refused = await press(expected);
      expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
      expect(refused.body.detail).toMatch(
        /^Tom Verhoeven heeft .* "(Akkoord|Neemt niet op|Geen interesse|Niet meer bellen)" vastgelegd\. Uw belresultaat/,
      );
      expect(await leftWith(portal, bram.contactId)).toEqual(before);
      expect((await press(await shown('bram'))).status).toBe(200);
    },
  );

  test('a change by sales ops is not told as the outcome that the panel already showed', async () => {
    const bram = subjectOf(portal, 'bram');
    await tom.act({ action: 'gaikan_called_noanswer', ...bram });
    const expected = await shown('bram');
    await portal.salesOps('Deals', bram.dealId, { Stage: 'Viewed' });
    const refused = await sanne.act({ action: 'not_interested', ...bram, expected });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/^Iemand heeft deze lead intussen gewijzigd\. Uw belresultaat/);
  });

  test('a call without an outcome, as a telephone exchange logs it, makes no panel old', async () => {
    const bram = subjectOf(portal, 'bram');
    const expected = await shown('bram');
    await plantCalls(portal, [{ contactId: bram.contactId, status: 'Completed', atMs: Date.now() }]);
    expect((await sanne.act({ action: 'not_interested', ...bram, expected })).status).toBe(200);
  });

  test('neither its own outcome and edit nor a call about another deal make a panel old', async () => {
    const { contactId, dealIds } = portal.as('fatima');
    const [first = '', second = ''] = dealIds;
    const versionIn = (answer: { body: Record<string, unknown> }) =>
      (answer.body.result as { deal: { version: string } }).deal.version;
    const of = async (id: string) => (await sanne.contact(contactId)).deals.find((deal) => deal.id === id)?.version;
    let expected = await of(first);
    await tom.act({ ...later, contactId, dealId: second });
    const calls = [later, { ...later, call_later_amount: 3 }, { action: 'gaikan_called_noanswer' }];
    for (const body of [{ action: 'discount', value: 100 }, ...calls, { action: 'appointment' }]) {
      const answer = await sanne.act({ ...body, contactId, dealId: first, expected });
      expect([body.action, answer.status]).toEqual([body.action, 200]);
      expected = versionIn(answer);
    }
    expect(expected).toBe(await of(first));
  });

  test('after an edit of the quote, a call that was promised before it is still reported to the panel', async () => {
    const bram = subjectOf(portal, 'bram');
    const expected = await shown('bram');
    await tom.act({ ...later, ...bram });
    const edited = await sanne.act({ action: 'discount', ...bram, value: 100, expected });
    expect(edited.status).toBe(200);
    const { deal } = edited.body.result as { deal: { version: string } };
    expect((await sanne.act({ action: 'not_interested', ...bram, expected: deal.version })).status).toBe(409);
  });

  test('"Niet meer bellen" is accepted from an older panel too, and a version without calls is not compared', async () => {
    const bram = subjectOf(portal, 'bram');
    const expected = await shown('bram');
    await tom.act({ ...later, ...bram });
    const [version] = (expected ?? '').split('-');
    expect((await sanne.act({ action: 'gaikan_called_noanswer', ...bram, expected: version })).status).toBe(200);
    expect((await sanne.act({ action: 'skip', ...bram, expected })).status).toBe(200);
  });
});

test('A3 what sales ops wrote on a planned call is kept when the call is made, as far as it fits; the same press in two tabs is one call', async () => {
  const bram = subjectOf(portal, 'bram');
  const WORDS = 'Sleutel bij de buren, vraag naar de kruipruimte';
  for (const written of [WORDS, WORDS.padEnd(31_950, '.')]) {
    await portal.reset();
    const call = await planCall(portal, bram.contactId);
    await portal.salesOps('Calls', call, { Description: written, What_Id: { id: bram.dealId } });
    const press = { action: 'gaikan_called_noanswer', ...bram, note: 'Voicemail' };
    for (const key of ['press-in-one-tab', 'press-in-another-tab']) {
      expect((await sanne.act(press, key)).status).toBe(200);
    }
    const { calls } = await leftWith(portal, bram.contactId);
    const made = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed');
    expect(made.map(({ Description }) => String(Description))).toEqual([
      expect.stringMatching(new RegExp(`^Voicemail\\n.*${WORDS}.*\\nRef: `, 's')),
    ]);
    await portal.restart();
  }
});

test('G3 two deals with the same name, each lost within two minutes, have a call and a note each', async () => {
  const { contactId, dealIds } = portal.as('fatima');
  for (const id of dealIds) await portal.salesOps('Deals', id, { Deal_Name: 'Thuisbatterij' });
  await planCall(portal, contactId);
  for (const dealId of dealIds) {
    expect((await sanne.act({ action: 'not_interested', contactId, dealId })).status).toBe(200);
  }
  const { calls, notes } = await leftWith(portal, contactId);
  expect([calls.length, notes.length]).toEqual([2, 2]);
});

test('J9 a call that is moved to "whoever is free" belongs to nobody, also if the CRM does not list its users', async () => {
  await portal.behave({ usersPermitted: false });
  await portal.restart();
  const bram = subjectOf(portal, 'bram');
  await sanne.act({ ...later, ...bram });
  expect((await sanne.act({ ...later, ...bram, call_later_for: 'anyone' })).status).toBe(200);
  expect(await plannedWith(portal, 'bram')).toMatchObject([{ Owner: { name: 'Portaal Koppeling' } }]);
});

test.each([
  ['refuses', 403],
  ['fails to write', 500],
])('J9 a call that is moved to whoever is free stays a promise if the CRM %s the new one', async (_, status) => {
  await portal.behave({ usersPermitted: false });
  await portal.restart();
  const bram = subjectOf(portal, 'bram');
  await sanne.act({ ...later, ...bram });
  // The call that was made is recorded, the new one is not.
  await portal.fault({ kind: 'status', status, match: '(POST|PUT) .*/Calls', skip: 1, times: 20 });
  await sanne.act({ ...later, ...bram, call_later_for: 'anyone' });
  await portal.noFaults();
  await portal.settled();
  expect(await plannedWith(portal, 'bram')).toHaveLength(1);
});

test.each(['the CRM did not take it', 'its answer was lost'])(
  'J9 the next call after a promised one that nobody answered keeps the promised time and colleague if the press is repeated because %s',
  async (why) => {
    const bram = subjectOf(portal, 'bram');
    const promised = wallTimeOf(
      Date.parse(acted(await tom.act({ ...callLater(10, 'minutes'), ...bram })).callback ?? ''),
    );
    clock.offsetMs = 40 * MINUTE_MS;
    const press = () => sanne.act({ action: 'gaikan_called_noanswer', ...bram }, 'one-press-repeated');
    if (why === 'its answer was lost') await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Notes' });
    else await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Calls$' });
    expect((await press()).status).toBe(503);
    await portal.noFaults();
    if (why === 'its answer was lost') await portal.restart();
    const { callback } = acted(await press());
    const [planned] = await plannedWith(portal, 'bram');
    expect(Date.parse(String(planned?.Call_Start_Time))).toBe(Date.parse(callback ?? ''));
    expect(planned?.Owner).toMatchObject({ id: owners.tom });
    expect(wallTimeOf(Date.parse(callback ?? ''))).toMatchObject({ hour: promised.hour, minute: promised.minute });
  },
);
