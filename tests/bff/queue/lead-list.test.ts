import { describe, expect, test } from 'vitest';
import type { LeadCard } from '../../../bff/view-models/callcenter.ts';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { ADMIN, callLater, staffOf, subjectOf } from '../staff.ts';

const { portal, clock, owners, sanne: staff } = await openTeamDesk();

const idOf = (name: string) => portal.as(name).contactId;
const cardOf = (leads: LeadCard[], name: string) => leads.find(({ id }) => id === idOf(name));

describe('§2.10, G1 the list', () => {
  test('§2.10 a card has id, owner, Full_Name and Lead_Owner_Flow, and the fields for calling and searching', async () => {
    const bram = cardOf(await staff.leads(), 'bram');
    expect(bram).toEqual({
      id: idOf('bram'),
      owner: { id: owners.tom, name: 'Tom Verhoeven' },
      Full_Name: "Bram van 't Hof",
      Lead_Owner_Flow: 'Gaikan website',
      Phone: '06-00000102',
      Email: 'bram@example.nl',
      Mailing_Zip: '6711 AB',
      Mailing_City: 'Ede',
      Stage: 'Available For Customer',
      Amount: expect.any(Number),
      group: 'new',
      callback: null,
      callbackOwner: null,
      attempts: 0,
      lastOutcome: null,
      lastCallAt: null,
      openedBy: [],
    });
  });

  test('I7 the list gives the true count, and the server searches it and filters one’s own leads', async () => {
    const all = await staff.list();
    expect(all.count).toBe(all.contacts.length);
    for (const query of ['karel', '0600000111', '6221bt', idOf('karel')]) {
      expect((await staff.list(`?search=${query}`)).contacts.map(({ id }) => id)).toEqual([idOf('karel')]);
    }
    const mine = await staffOf(portal, owners.tom).list('?mine=1');
    expect(mine.contacts.map(({ owner }) => owner?.id)).toEqual(Array(mine.count).fill(owners.tom));
    expect(mine.count).toBeGreaterThan(0);
    expect((await staffOf(portal).get(`${ADMIN}?mine=1`)).status).toBe(422);
  });

  test('G1 contacts with an open deal, each once: not signed, not lost, not without a deal', async () => {
    const ids = (await staff.leads()).map(({ id }) => id);
    const open = ['anna', 'bram', 'carla', 'fatima', 'gerrit', 'hanna', 'ivo', 'karel', 'lotte'];
    expect([...ids].sort()).toEqual(open.map(idOf).sort());
    await portal.salesOps('Deals', portal.as('ivo').dealId, { Stage: 'Closed Lost' });
    // Decision J5: a signed deal is no lead in any stage.
    await portal.salesOps('Deals', portal.as('anna').dealId, { gaikan_signature_plain: 'Anna' });
    const left = (await staff.leads()).map(({ id }) => id);
    expect(left).not.toContain(idOf('ivo'));
    expect(left).not.toContain(idOf('anna'));
  });

  test('G1 a contact who wants no calls is off the list, also after a restart', async () => {
    await staff.act({ action: 'skip', ...subjectOf(portal, 'hanna') });
    expect(cardOf(await staff.leads(), 'hanna')).toBeUndefined();
    await portal.restart();
    expect(cardOf(await staff.leads(), 'hanna')).toBeUndefined();
    expect((await staff.contact(idOf('hanna'))).doNotCall).toBe(true);
    expect((await staff.contact(idOf('bram'))).doNotCall).toBe(false);
  });

  test('G1 due callbacks come first, the earliest on top, then a lead who said yes and did not sign, then new leads newest first, then no answer, then calls agreed for later', async () => {
    const act = (name: string, body: object) => staff.act({ ...subjectOf(portal, name), ...body });
    await act('carla', { action: 'gaikan_called_noanswer' });
    await act('karel', callLater(2, 'days'));
    await act('gerrit', callLater(1, 'weeks'));
    await act('ivo', callLater(10, 'minutes'));
    await act('fatima', callLater(5, 'minutes'));
    await act('hanna', { action: 'appointment' });
    await act('bram', { action: 'approve' });
    // An agreed call counts more than an approval.
    await portal.salesOps('Deals', portal.as('karel').dealId, { survey1_approve_clicked: true });
    clock.offsetMs = 11 * MINUTE_MS;
    expect((await staff.leads()).map(({ id, group }) => [id, group])).toEqual([
      [idOf('fatima'), 'due'],
      [idOf('ivo'), 'due'],
      [idOf('bram'), 'approved'],
      ...['anna', 'lotte'].map((name) => [idOf(name), 'new']),
      [idOf('carla'), 'no_answer'],
      [idOf('karel'), 'later'],
      [idOf('gerrit'), 'later'],
      [idOf('hanna'), 'spoken'],
    ]);
    const carla = cardOf(await staff.leads(), 'carla');
    expect(carla).toMatchObject({ attempts: 1, lastOutcome: 'gaikan_called_noanswer' });
    expect(Date.parse(carla?.lastCallAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });
});
