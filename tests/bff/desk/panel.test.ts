import { describe, expect, test } from 'vitest';
import type { AdminNote, LeadCard } from '../../../bff/view-models/callcenter.ts';
import { openCallDesk } from '../call-desk.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { ADMIN, staffOf, subjectOf } from '../staff.ts';

const { portal, owners, staff } = await openCallDesk();

const idOf = (name: string) => portal.as(name).contactId;
const cardOf = (leads: LeadCard[], name: string) => leads.find(({ id }) => id === idOf(name));

describe('§2.10 a contact', () => {
  test('§2.10 shows contact, owner, the deals as the customer sees them, and the parts that only staff may see', async () => {
    const bram = portal.as('bram');
    const contact = await staff.contact(bram.contactId);
    const seen = (await bram.get(bram.deal)).body.deal;
    expect(contact).toMatchObject({
      id: bram.contactId,
      owner: { id: owners.tom, name: 'Tom Verhoeven' },
      Full_Name: "Bram van 't Hof",
      Mailing_Street: 'Kastanjelaan 14',
      survey1_url: expect.stringContaining(bram.hash),
      previewUrl: expect.stringMatching(/survey_hash=sandbox-bram-0+&preview=1$/),
      crmUrl: `${portal.crmUrl}/crm/sandbox/tab/Contacts/${bram.contactId}`,
    });
    expect(contact.deals[0]).toMatchObject(seen as object);
    expect(contact.deals[0]).toMatchObject({
      Amount: 24497.06,
      faults: [],
      warnings: [],
      signature: null,
      version: expect.stringMatching(/^[0-9a-f]{16}-c[0-9a-f]{8}\.[0-9a-f]{8}$/),
      crmUrl: `${portal.crmUrl}/crm/sandbox/tab/Potentials/${bram.dealIds[0]}`,
    });
    const page = await portal.sandbox('GET', new URL(contact.deals[0]?.crmUrl ?? '').pathname);
    expect(String(page)).toContain('Thuisbatterij Van &#39;t Hof');
  });

  const LOST = { Stage: 'Closed Lost' };
  const SIGNED = { gaikan_signature_plain: 'Fatima El Amrani' };
  test.each<[string, [object, object], 'older' | 'newer']>([
    ['both open: the newer', [{}, {}], 'newer'],
    ['the older lost: the newer', [LOST, {}], 'newer'],
    ['the newer lost: the older', [{}, LOST], 'older'],
    ['the newer signed: the older', [{}, SIGNED], 'older'],
    ['the newer signed but in no closed stage, the older lost: the newer', [LOST, SIGNED], 'newer'],
  ])('J10, G6 the newest open deal comes first: %s', async (_what, fields, first) => {
    const [older = '', newer = ''] = portal.as('fatima').dealIds;
    await portal.salesOps('Deals', older, { ...fields[0], Created_Time: '2025-03-01T10:00:00+01:00' });
    await portal.salesOps('Deals', newer, { ...fields[1], Created_Time: '2026-11-01T10:00:00+01:00' });
    const { deals } = await staff.contact(idOf('fatima'));
    expect(deals.map(({ id }) => id)).toEqual(first === 'newer' ? [newer, older] : [older, newer]);
  });

  test('G6 a card describes the newest open deal, as the desk does; a contact without deals opens as well', async () => {
    const [, newer = ''] = portal.as('fatima').dealIds;
    await portal.salesOps('Deals', newer, { Stage: 'Viewed', Amount: 4321 });
    expect(cardOf(await staff.leads(), 'fatima')).toMatchObject({ Stage: 'Viewed', Amount: 4321 });
    const joke = await staff.contact(idOf('joke'));
    expect(joke).toMatchObject({ Full_Name: 'Joke van der Meer', deals: [], doNotCall: false });
  });

  test('G2 a panel says at once that a contact may not be called, also a signed one, though no list was read', async () => {
    const { contactId } = portal.as('daan');
    await portal.crm(`/Contacts/${contactId}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
    expect(await staff.contact(contactId)).toMatchObject({ doNotCall: true });
  });

  test('§3 an older quote without rows of its own shows the customer’s rows here too', async () => {
    const gerrit = portal.as('gerrit');
    const dealId = gerrit.dealId;
    await portal.salesOps('Deals', dealId, { gaikan_deal_version: null });
    const [deal] = (await staff.contact(gerrit.contactId)).deals;
    expect(deal?.products).toHaveLength(3);
    const seen = (await gerrit.get(`/api/contacts/deals/${dealId}`)).body.deal as object;
    expect(deal).toMatchObject(seen);
  });

  test('E8, A4 staff see what is wrong with a quote', async () => {
    const dealId = portal.as('bram').dealId;
    await portal.salesOps('Deals', dealId, { Amount: 1, gaikan_deal_version: '3' });
    expect((await staff.contact(idOf('bram'))).deals[0]?.warnings).toEqual(['unknown_version', 'amount_differs']);
    await portal.salesOps('Deals', dealId, { survey1_calc: 'geen json' });
    expect((await staff.contact(idOf('bram'))).deals[0]?.warnings).toContain('calc_unreadable');
  });

  test('E7 a manual quote without products is incomplete; its amount is reported as different only if the deal has one', async () => {
    const { dealId } = subjectOf(portal, 'anna');
    await portal.salesOps('Deals', dealId, { survey1_no_calc: true });
    const answer = await staff.act({ action: 'sync_from_zoho', ...subjectOf(portal, 'anna') });
    expect(answer.status).toBe(200);
    const [deal] = (await staff.contact(idOf('anna'))).deals;
    expect(deal).toMatchObject({ Amount: null, quoteArea: 'incomplete', warnings: [] });
    expect(deal?.faults).toContain('products');
    await portal.salesOps('Deals', dealId, { Amount: 100 });
    expect((await staff.contact(idOf('anna'))).deals[0]?.warnings).toEqual(['amount_differs']);
  });

  test('F3 a signature without evidence is marked; with evidence staff see its moment', async () => {
    const [eva] = (await staff.contact(idOf('eva'))).deals;
    expect(eva).toMatchObject({ quoteArea: 'signed', signature: 'none', signedAt: null });
    await pdfDesk(portal).sign('karel', 'Karel Hendriks');
    const [signed] = (await staff.contact(idOf('karel'))).deals;
    expect(signed).toMatchObject({ quoteArea: 'signed', signature: 'proven' });
    expect(Math.abs(Date.parse(signed?.signedAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('B3 an unknown id is 404, and so is the id of a deal', async () => {
    for (const id of ['415086800000999999', portal.as('bram').dealId]) {
      for (const part of ['', '/notes', '/owner', '/timeline']) {
        expect((await staff.get(`${ADMIN}/contacts/${id}${part}`)).status).toBe(404);
      }
    }
  });

  test('§7.4 the owner of a contact is answered with id and name', async () => {
    expect((await staff.get(`${ADMIN}/contacts/${idOf('bram')}/owner`)).body).toEqual({
      result: { id: owners.tom, name: 'Tom Verhoeven' },
    });
  });
});

describe('G8 notes', () => {
  const notesOf = async (name: string) =>
    ((await staff.get(`${ADMIN}/contacts/${idOf(name)}/notes`)).body.result as { notes: AdminNote[] }).notes;

  test('G8 notes come newest first, with author and time; notes of the portal have the name of the writer, without the mark', async () => {
    const note = 'Voicemail <b>ingesproken</b>';
    await staff.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'bram'), note });
    const notes = await notesOf('bram');
    expect(notes.map(({ Note_Title, author }) => [Note_Title, author])).toEqual([
      ['Belresultaat: Neemt niet op', 'Sanne de Wit'],
      ['Eerste contact', 'Portaal Koppeling'],
    ]);
    expect(notes[0]?.Note_Content).toMatch(/^Voicemail <b>ingesproken<\/b>\nMedewerker: Sanne de Wit\nDeal: /);
    expect(notes[0]?.Note_Content).not.toContain('Ref:');
    expect(Date.parse(notes[0]?.createdAt ?? '')).toBeGreaterThan(Date.parse(notes[1]?.createdAt ?? ''));
    expect(await notesOf('joke')).toEqual([]);
  });
});

describe('which colleagues have this lead open', () => {
  test('a colleague is shown until the lead is closed; one’s own name is not shown', async () => {
    const tom = staffOf(portal, owners.tom);
    const lotte = idOf('lotte');
    expect(await staff.presence(lotte)).toEqual({ openedBy: [], doNotCall: false });
    const seen = await tom.presence(lotte);
    expect(seen.openedBy).toEqual([
      { name: 'Sanne de Wit', since: expect.stringMatching(/T\d\d:\d\d:\d\d\+0[12]:00$/) },
    ]);
    expect((await tom.contact(lotte)).openedBy).toEqual(seen.openedBy);
    expect(cardOf(await staff.leads(), 'lotte')?.openedBy).toMatchObject([{ name: 'Tom Verhoeven' }]);
    for (const colleague of [staff, tom]) await colleague.presence(lotte, false);
    expect((await tom.contact(lotte)).openedBy).toEqual([]);
  });

  test('presence costs no CRM call, and an unknown user is refused', async () => {
    const lotte = idOf('lotte');
    expect(await portal.crmCallsOf(() => staff.presence(lotte))).toEqual([]);
    await staff.presence(lotte, false);
    const nobody = staffOf(portal, '4150868000000999999');
    const answer = await nobody.post(`${ADMIN}/contacts/${lotte}/presence`, { open: true });
    expect([answer.status, answer.body.error]).toEqual([422, 'field_invalid']);
  });
});
