import { expect, test } from 'vitest';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { leftWith, subjectOf } from '../staff.ts';

// The desk offers "Opnieuw" for an hour after a failed press: the same key must not write twice.

const { portal, clock, sanne, tom } = await openTeamDesk();
const contactId = portal.as('bram').contactId;
const KEY = 'one-press-repeated-much-later';

test('G3 a note that the CRM wrote without an answer, pressed again much later, exists once', async () => {
  clock.offsetMs = 90 * MINUTE_MS;
  await portal.fault({ kind: 'reset', match: 'POST .*/Notes', when: 'after', times: 1 });
  await portal.fault({ kind: 'reset', match: 'GET .*/Notes', times: 20 });
  const press = () => sanne.act({ action: 'note', contactId, note: 'Belt zelf terug' }, KEY);
  expect((await press()).body.error).toBe('outcome_unknown');
  await portal.noFaults();
  clock.offsetMs += 50 * MINUTE_MS;
  expect((await press()).status).toBe(200);
  await portal.settled();
  const { notes } = await leftWith(portal, contactId);
  expect(notes.filter(({ Note_Content }) => String(Note_Content).includes('Belt zelf terug'))).toHaveLength(1);
});

test('I9 an outcome of which nothing was recorded is no repeat: pressed again after a colleague’s outcome, it is refused', async () => {
  const bram = subjectOf(portal, 'bram');
  await portal.salesOps('Deals', bram.dealId, { survey1_client_visible: false });
  const expected = (await sanne.contact(contactId)).deals[0]?.version;
  const press = () => sanne.act({ action: 'not_interested', ...bram, expected }, KEY);
  await portal.fault({ kind: 'status', status: 503, match: 'POST .*/Calls', times: 20 });
  expect((await press()).status).toBe(503);
  await portal.noFaults();
  expect((await tom.act({ action: 'approve', ...bram })).status).toBe(200);
  const refused = await press();
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect((await portal.record('Deals', bram.dealId)).Stage).not.toBe('Closed Lost');
});

test('I10 an outcome that is recorded at its second press can be undone, though a colleague recorded another one in between', async () => {
  const bram = subjectOf(portal, 'bram');
  const press = () => sanne.act({ action: 'skip', ...bram }, KEY);
  await portal.fault({ kind: 'status', status: 503, match: 'add_tags', times: 20 });
  expect((await press()).status).toBe(503);
  await portal.noFaults();
  clock.offsetMs = MINUTE_MS;
  expect((await tom.act({ action: 'gaikan_called_noanswer', ...bram })).status).toBe(200);
  clock.offsetMs += MINUTE_MS;
  expect((await press()).status).toBe(200);
  expect((await sanne.contact(contactId)).undo).toMatchObject({ action: 'skip' });
});
