import { expect, test } from 'vitest';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';
import { leftWith } from '../staff.ts';

// The desk offers "Opnieuw" for an hour after a failed press: the same key must not write twice.

const { portal, clock, sanne } = await openTeamDesk();
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

test('G3 a link is mailed once, also if its press is repeated half an hour after a restart', async () => {
  const press = () => sanne.act({ action: 'send-link', contactId }, KEY);
  expect((await press()).status).toBe(200);
  await portal.restart();
  clock.offsetMs = 30 * MINUTE_MS;
  expect((await press()).status).toBe(200);
  expect(await portal.outbox()).toHaveLength(1);
});
