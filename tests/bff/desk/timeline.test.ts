import { describe, expect, test } from 'vitest';
import type { TimelineEvent } from '../../../bff/view-models/timeline.ts';
import { openCallDesk } from '../call-desk.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { ADMIN, callLater, leftWith, subjectOf } from '../staff.ts';

const { portal, staff } = await openCallDesk();
const timelineOf = async (name: string) => {
  const answer = await staff.get(`${ADMIN}/contacts/${portal.as(name).contactId}/timeline`);
  expect(answer.status).toBe(200);
  return answer.body.result as { events: TimelineEvent[]; unknown?: string[] };
};
const kindsIn = ({ events }: { events: TimelineEvent[] }) => events.map(({ kind }) => kind);

describe('J10 one timeline', () => {
  test('J10 shows what the customer asked and what a colleague recorded, agreed and noted: newest first, an outcome once', async () => {
    const bram = portal.as('bram');
    const dealId = bram.dealId;
    const subject = subjectOf(portal, 'bram');
    await bram.post(`/api/contacts/deals/${dealId}/question`, { text: 'Past hij in de garage?\nBel na 18:00' });
    await staff.act({ action: 'note', contactId: bram.contactId, note: 'Mailde over de garage' });
    await staff.act({ ...callLater(2, 'days'), ...subject, note: 'Zit in de auto' });
    const { events } = await timelineOf('bram');
    expect(events.slice(0, 4).map(({ kind, who, dealId: about }) => [kind, who, about])).toEqual([
      ['callback', 'Sanne de Wit', dealId],
      ['call', 'Sanne de Wit', dealId],
      ['note', 'Sanne de Wit', undefined],
      ['question', "Bram van 't Hof", dealId],
    ]);
    expect(events[1]).toMatchObject({
      title: 'Belresultaat: Later terug bellen',
      text: expect.stringMatching(/^Zit in de auto\n(?!.*Medewerker)/s),
    });
    expect(events[1]?.text).not.toContain('Deal: ');
    expect(events[3]?.text).toBe('Past hij in de garage?\nBel na 18:00');
    const moments = events.map(({ at }) => Date.parse(at));
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  });

  test('J10 an outcome without a note has no words, so it hides no words of an earlier one', async () => {
    await staff.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'bram') });
    expect((await timelineOf('bram')).events[0]).toMatchObject({ kind: 'call', text: '' });
  });

  test('J10 a refusal with its reason, a requested change, a signature, its copy and its withdrawal each have their event', async () => {
    const [bram, carla] = [portal.as('bram'), portal.as('carla')];
    await carla.post(`${carla.deal}/wish`, { props: { survey1_battery_box_distance_m: '9' }, text: 'Graag' });
    await carla.post(`${carla.deal}/decline`, { reason: 'De buurman is goedkoper' });
    const carlas = await timelineOf('carla');
    expect(kindsIn(carlas).slice(0, 2)).toEqual(['decline', 'wish']);
    expect(carlas.events.find(({ kind }) => kind === 'decline')?.text).toContain('De buurman is goedkoper');
    await pdfDesk(portal).sign('bram', 'Bram');
    await bram.post(`${bram.deal}/withdraw`, {});
    await portal.settled();
    expect(kindsIn(await timelineOf('bram'))).toEqual(expect.arrayContaining(['mail', 'signed', 'withdrawal']));
  });

  test('J10 an inbound call is marked as such in call and note; one that nobody answered is not', async () => {
    const subject = subjectOf(portal, 'bram');
    await staff.act({ action: 'gaikan_called_noanswer', ...subject, inbound: true });
    const pressed = { action: 'not_interested_price', ...subject, note: 'Te veel geld', inbound: true };
    expect((await staff.act(pressed)).status).toBe(200);
    const { events } = await timelineOf('bram');
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'inbound_call', title: 'Inkomend gesprek: Te duur', who: 'Sanne de Wit' },
      { kind: 'call', title: 'Belresultaat: Neemt niet op' },
    ]);
    const [call] = await portal.related('Contacts', subject.contactId, 'Calls', 'Description');
    expect(call?.Description).toContain('De klant belde zelf.');
    expect((await staff.act(pressed)).status).toBe(200);
    expect(kindsIn(await timelineOf('bram')).filter((kind) => kind === 'inbound_call')).toHaveLength(1);
    const { contactId } = subject;
    const asked = { action: 'note', contactId, note: 'Vroeg naar de garantie', left: true, inbound: true };
    expect((await staff.act(asked)).status).toBe(200);
    expect((await timelineOf('bram')).events[0]).toMatchObject({
      kind: 'inbound_call',
      title: 'Inkomend gesprek',
      text: 'Vroeg naar de garantie\nDe klant belde zelf.',
      who: 'Sanne de Wit',
    });
  });

  test('J10 a panel with its timeline costs at most four calls, also with an older quote and a requested change', async () => {
    const carla = portal.as('carla');
    await carla.post(`${carla.deal}/wish`, { props: { survey1_battery_box_distance_m: '9' } });
    for (const name of ['anna', 'bram', 'carla', 'daan', 'eva', 'fatima', 'gerrit', 'joke', 'karel']) {
      const { contactId } = portal.as(name);
      const calls = await portal.crmCallsOf(async () => {
        const asked = ['', '/timeline'].map((part) => staff.get(`${ADMIN}/contacts/${contactId}${part}`));
        expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
      });
      expect(calls.length, name).toBeLessThanOrEqual(4);
    }
  });

  test('J10 after an edit the timeline costs only the notes and the calls', async () => {
    const subject = subjectOf(portal, 'bram');
    const edit = { action: 'set-deal-property', name: 'survey1_battery_box_distance_m', value: '9' };
    expect((await staff.act({ ...edit, ...subject })).status).toBe(200);
    const calls = await portal.crmCallsOf(async () => {
      expect(kindsIn(await timelineOf('bram'))[0]).toBe('edit');
    });
    expect(calls).toHaveLength(2);
  });

  test('J10 an edit by sales ops is in the panel that is read after its timeline', async () => {
    const { contactId, dealId } = portal.as('bram');
    await timelineOf('bram');
    await portal.salesOps('Deals', dealId, { Stage: 'Viewed' });
    expect((await staff.contact(contactId)).deals[0]?.Stage).toBe('Viewed');
  });

  test('J10 a note in which somebody pasted a note of the portal is shown, and stays in the CRM', async () => {
    const { contactId } = portal.as('bram');
    await staff.act({ action: 'note', contactId, note: 'Wil geen batterij' });
    const noted = async () => (await leftWith(portal, contactId)).notes.map(({ Note_Content }) => String(Note_Content));
    const [first = ''] = await noted();
    const pasted = `Belde terug, wil toch, eerder zei hij:\n${first}`;
    const body = { data: [{ Note_Title: 'Teruggebeld', Note_Content: pasted }] };
    expect((await portal.crm(`/Contacts/${contactId}/Notes`, 'POST', body)).status).toBe(201);
    const { events } = await timelineOf('bram');
    expect(events.filter(({ text }) => text?.startsWith('Belde terug'))).toHaveLength(1);
    await portal.settled();
    expect(await noted()).toEqual(expect.arrayContaining([first, pasted]));
  });
});

describe('I14 a refusal by the CRM costs only its part of the timeline', () => {
  test.each([
    ['notes', 'Notes', ['callback', 'call']],
    ['calls', 'Calls', ['call', 'note']],
  ])('%s', async (what, module, kinds) => {
    await staff.act({ ...callLater(2, 'days'), ...subjectOf(portal, 'bram') });
    await portal.behave({ [`${module.toLowerCase()}Permitted`]: false });
    const timeline = await timelineOf('bram');
    expect(timeline.unknown).toEqual([what]);
    expect(kindsIn(timeline)).toEqual(kinds);
  });
});

test('the reason for "Geen interesse" is shown if one was chosen, without another CRM call; an unknown reason is refused', async () => {
  const { contactId, dealIds } = portal.as('fatima');
  const [first, second] = dealIds;
  const press = (body: object) => staff.act({ action: 'not_interested', contactId, ...body });
  expect((await press({ dealId: first, reason: 'te ver' })).status).toBe(422);
  const calls = await portal.crmCallsOf(() => press({ dealId: first, reason: 'moving', note: 'in mei' }));
  expect(calls.length).toBeLessThanOrEqual(7);
  await press({ dealId: second });
  const { notes } = await leftWith(portal, contactId);
  const said = notes.map(({ Note_Content }) => String(Note_Content)).filter((text) => text.includes('Genoemd: '));
  expect(said).toEqual([expect.stringContaining('in mei\nReden: geen interesse\nGenoemd: Gaat verhuizen\n')]);
});
