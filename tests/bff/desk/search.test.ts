import { expect, test } from 'vitest';
import type { SearchHit } from '../../../bff/view-models/callcenter.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { openPortal, ownPortal } from '../own-portal.ts';
import { ADMIN, ownersOf, staffOf, subjectOf } from '../staff.ts';

const find = async (q: string) => {
  const { status, body } = await staff.get(`${ADMIN}/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.contacts as SearchHit[];
};

const idsFor = async (q: string) => (await find(q)).map(({ id }) => id);

const portal = await openPortal();
const staff = staffOf(portal, (await ownersOf(portal)).sanne);
const desk = pdfDesk(portal);

test('I11 everybody is found by name and e-mail, each with their present state; a postcode may be written without its space', async () => {
  await portal.salesOps('Deals', portal.as('ivo').dealId, { Stage: 'Closed Lost' });
  await staff.act({ action: 'skip', ...subjectOf(portal, 'hanna') });
  const at = '2026-11-01T10:00:00+01:00';
  await portal.salesOps('Deals', portal.as('karel').dealId, { portal_declined_at: at });
  await portal.salesOps('Deals', portal.as('eva').dealId, { portal_withdrawn_at: at });
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
  expect(await idsFor('6711ab')).toContain(portal.as('bram').contactId);
});

test('I11 a search costs at most 2 CRM calls, takes three characters or more, and finds nothing for a query in disguise', async () => {
  const calls = await portal.crmCallsOf(() => find('example.nl'));
  expect(calls.length).toBeLessThanOrEqual(2);
  for (const q of ['', 'ab', '  a ', '%%%', 'a%_%', '___'])
    expect((await staff.get(`${ADMIN}/search?q=${encodeURIComponent(q)}`)).status, q).toBe(422);
  expect(await find("%' or id is not null")).toEqual([]);
});

test('I11 an underscore is found as it is; a backslash, which no query can hold, matches any text', async () => {
  const { contactId } = portal.as('lotte');
  await portal.salesOps('Contacts', contactId, { Email: 'lotte_smit@example.nl' });
  expect(await idsFor('lotte_smit@example.nl')).toEqual([contactId]);
  expect(await idsFor('daan\\@example')).toEqual([portal.as('daan').contactId]);
  const { status, body } = await staff.get(`${ADMIN}/search?q=${encodeURIComponent('\\\\\\')}`);
  expect([status, body.detail]).toEqual([422, 'Typ minstens drie tekens.']);
});

test('I11 a number is found in any usual spelling, however it is stored, with one query', async () => {
  const bram = portal.as('bram').contactId;
  const abroad = ['+31 6 2345 6789', '0031623456789', '+31 (0)6-23456789'];
  const spellings = ['0623456789', '06 23 45 67 89', '06-23456789', ...abroad];
  for (const stored of spellings) {
    await portal.salesOps('Contacts', bram, { Phone: stored });
    for (const typed of spellings) {
      expect(await idsFor(typed), `${typed} for ${stored}`).toEqual([bram]);
    }
  }
  for (const [stored, typed] of [
    ['0317-45 67 89', '0317456789'],
    ['020 - 4567890', '+31204567890'],
  ] as const) {
    await portal.salesOps('Contacts', bram, { Phone: stored });
    expect(await idsFor(typed), typed).toEqual([bram]);
  }
  const calls = await portal.crmCallsOf(() => find('06 98 76 54 32'));
  expect(calls).toHaveLength(1);
});

test('I11 words are found in any order, in name, street, city and postcode, also beside a number', async () => {
  const eva = portal.as('eva').contactId;
  const { Mailing_Street, Mailing_City, Mailing_Zip, Phone } = await staff.contact(eva);
  const [street = ''] = (Mailing_Street ?? '').split(' ');
  for (const q of [
    'Jansen Eva',
    `${Mailing_City} jansen`,
    `${street} ${Mailing_City}`,
    `${Mailing_Zip} Jansen`,
    `${Mailing_Zip?.replace(' ', '')}, ${Mailing_City}`,
    `Eva ${Phone}`,
    `eva jansen ${Mailing_Street} ${Mailing_Zip} ${Mailing_City}`,
  ]) {
    expect(await idsFor(q), q).toEqual([eva]);
  }
  expect(await idsFor('van ’t Hof')).toEqual([portal.as('bram').contactId]);
  expect(await find('Jansen Bram')).toEqual([]);
  expect(await find(`eva jansen ${Mailing_Street} ${Mailing_City} niemand anders`)).toEqual([]);
});

test('I11 a search with more than twenty results gives twenty, and says so', async () => {
  const crowd = await ownPortal({}, undefined, { contacts: 25 });
  const { body } = await staffOf(crowd).get(`${ADMIN}/search?q=example.nl`);
  expect([(body.contacts as SearchHit[]).length, body.more]).toEqual([20, true]);
  const { body: few } = await staff.get(`${ADMIN}/search?q=joke@example`);
  expect([(few.contacts as SearchHit[]).length, few.more]).toEqual([1, undefined]);
});

test('I11 an offertekenmerk is found as soon as something is recorded about its offer', async () => {
  const { contactId: id } = portal.as('carla');
  const { kenmerk } = await desk.dealOf('carla');
  expect(await find(kenmerk)).toEqual([]);
  await desk.sign('carla', 'Carla Timmermans');
  expect((await find(kenmerk))[0]).toMatchObject({ id, state: 'signed' });
  expect((await find(kenmerk.replace('-', '').toLowerCase())).length).toBe(
    /^\d+$/.test(kenmerk.replace('-', '')) ? 0 : 1,
  );
});

test('I3 a withdrawal without a signature, or with a blank one, does not count in the search, as on the page', async () => {
  const bram = portal.as('bram');
  const { dealId } = bram;
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
