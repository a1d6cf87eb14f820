import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundContact } from '../../../bff/view-models/callcenter.ts';
import { type Portal, startPortal } from '../portal.ts';
import { ADMIN, ownersOf, type Staff, staffOf, subjectOf } from '../staff.ts';

let portal: Portal;
let staff: Staff;
const find = async (q: string) => {
  const { status, body } = await staff.get(`${ADMIN}/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.contacts as FoundContact[];
};

beforeAll(async () => {
  portal = await startPortal();
  staff = staffOf(portal, (await ownersOf(portal)).sanne);
});
afterAll(() => portal.close());

test('I11 everybody is found by name, phone, e-mail and postcode, each with how it stands with them', async () => {
  await portal.salesOps('Deals', portal.as('ivo').dealIds[0] ?? '', { Stage: 'Closed Lost' });
  await staff.act({ action: 'skip', ...subjectOf(portal, 'hanna') });
  await portal.salesOps('Deals', portal.as('karel').dealIds[0] ?? '', {
    portal_declined_at: '2026-11-01T10:00:00+01:00',
  });
  await portal.salesOps('Deals', portal.as('eva').dealIds[0] ?? '', {
    portal_withdrawn_at: '2026-11-01T10:00:00+01:00',
  });
  const states = {
    bram: 'open',
    daan: 'signed',
    joke: 'no_deal',
    ivo: 'closed',
    hanna: 'do_not_call',
    karel: 'declined',
    eva: 'withdrawn',
  };
  for (const [name, state] of Object.entries(states)) {
    const id = portal.as(name).contactId;
    const { Full_Name, Phone, Email } = await staff.contact(id);
    for (const q of [Full_Name ?? '', `${name}@example.nl`]) {
      expect(await find(q), `${name} by ${q}`).toContainEqual({ id, Full_Name, Phone, Email, state });
    }
  }
  for (const q of ['06-00000102', '0600000102', '+31 6 00000102', '6711 AB', '6711ab', "van 't Hof"]) {
    expect(
      (await find(q)).map(({ id }) => id),
      q,
    ).toContain(portal.as('bram').contactId);
  }
});

test('I11 a search costs 2 CRM calls, finds at most 20, and takes three characters or more', async () => {
  const calls = await portal.crmCallsOf(() => find('example.nl'));
  expect(calls.length).toBeLessThanOrEqual(2);
  for (const q of ['', 'ab', '  a ', '%%%', 'a%_%', '___'])
    expect((await staff.get(`${ADMIN}/search?q=${encodeURIComponent(q)}`)).status, q).toBe(422);
  expect(await find("%' or id is not null")).toEqual([]);
});

test('I11 a mail address with an underscore is found', async () => {
  const { contactId } = portal.as('lotte');
  await portal.salesOps('Contacts', contactId, { Email: 'lotte_smit@example.nl' });
  expect((await find('lotte_smit@example.nl')).map(({ id }) => id)).toEqual([contactId]);
});

test('I11 a backslash, which no query can hold, is any text', async () => {
  expect((await find('daan\\@example')).map(({ id }) => id)).toEqual([portal.as('daan').contactId]);
  const { status, body } = await staff.get(`${ADMIN}/search?q=${encodeURIComponent('\\\\\\')}`);
  expect([status, body.detail]).toEqual([422, 'Typ minstens drie tekens.']);
});

test('I3 a withdrawal or a blank of a signature that was cleared is none: the search says what the page says', async () => {
  const bram = portal.as('bram');
  const [dealId = ''] = bram.dealIds;
  const stateIn = async () => (await find('bram@example.nl'))[0]?.state;
  await portal.salesOps('Deals', dealId, { portal_withdrawn_at: '2026-11-01T10:00:00+01:00' });
  for (const blank of [null, ' . ']) {
    await portal.salesOps('Deals', dealId, { gaikan_signature_plain: blank });
    expect((await bram.get(`/api/contacts/deals/${dealId}`)).body.deal).toMatchObject({ quoteArea: 'approve' });
    expect(await stateIn()).toBe('open');
  }
  await portal.salesOps('Deals', dealId, { gaikan_signature_plain: 'Bram' });
  expect(await stateIn()).toBe('withdrawn');
});
