import { expect, test } from 'vitest';
import { systemClock } from '../../bff/crm/clock.ts';
import { TestClock } from '../crm-sandbox/sandbox-under-test.ts';
import { openPortal } from './own-portal.ts';
import { ownersOf, staffOf } from './staff.ts';

// A write loses its connection and is repeated. The CRM commits the first attempt late, after a newer value.

// Pauses take real time, but this clock moves only when a test moves it: each test decides when a second passes for the
// CRM.
const clock = Object.assign(new TestClock(), { pause: systemClock.pause });
const portal = await openPortal({}, clock, { clock });
const bram = portal.as('bram');
const owners = await ownersOf(portal);
const idIn = { Deals: 'dealId', Contacts: 'contactId' } as const;

test.for([
  ['an answer', 'Deals', 'survey1_number_of_panels', '10', '20'],
  ['an answer that the quote depends on', 'Deals', 'gaikan_saltion_battery_modules', '4', '9'],
  ['a contact detail', 'Contacts', 'Mailing_City', 'Ommen', 'Zwolle'],
] as const)(
  'reliability §1.3, fault 13: %s that comes late does not overwrite a newer one',
  async ([, module, field, older, newer]) => {
    const save = async (value: string) => {
      const answer = await (module === 'Deals'
        ? bram.put(bram.deal, { props: { [field]: value } })
        : bram.post('/api/contacts/contactDetails', { properties: { [field]: value } }));
      expect(answer.status).toBe(200);
    };
    const held = async () => (await portal.record(module, bram[idIn[module]]))[field];
    await portal.fault({ kind: 'late-commit', match: `PUT .*/${module}`, ms: 3_000, times: 1 });
    await save(older);
    clock.advance(1_000);
    await save(newer);
    expect(await held()).toBe(newer);
    clock.advance(5_000);
    expect(await held()).toBe(newer);
  },
);

const CITY = { Mailing_City: 'Assen' };
const EIGHT = { gaikan_saltion_battery_modules: '8' };
test.for([
  ['another owner', 'Contacts', { action: 'setOwner', value: owners.yusuf }, { Owner: { name: 'Yusuf Aydin' } }],
  ['details of a contact', 'Contacts', { action: 'set-contact-details', properties: CITY }, CITY],
  ['a quote', 'Deals', { action: 'set-battery-module-num', value: '8' }, EIGHT],
] as const)(
  'A3 if the CRM commits %s late, the attempts of that write are no conflict for each other',
  async ([, module, body, fields]) => {
    clock.advance(5_000);
    // The CRM commits all attempts of one write late, and a further attempt would meet their values.
    const match = `PUT .*/${module}`;
    await portal.fault({ kind: 'late-commit', match, ms: 3_000, times: 3 });
    await portal.fault({ kind: 'latency', match, ms: 300, times: 1 });
    const isMeeting = async () =>
      (await portal.sandbox<{ hits: number }[]>('GET', '/sandbox/faults')).at(-1)?.hits === 1;
    let isOver = false;
    const acting = staffOf(portal, owners.sanne)
      .act({ contactId: bram.contactId, dealId: bram.dealId, ...body })
      .finally(() => {
        isOver = true;
      });
    await expect.poll(async () => isOver || (await isMeeting()), { interval: 5 }).toBe(true);
    clock.advance(5_000);
    const { status, body: answer } = await acting;
    expect([status, answer.error]).toEqual([503, 'outcome_unknown']);
    expect(await portal.record(module, bram[idIn[module]])).toMatchObject(fields);
    await portal.noFaults();
  },
);

test('A3 a write by the customer succeeds, however often sales ops edit other fields in between, and their edits stay', async () => {
  clock.advance(5_000);
  await portal.fault({ kind: 'latency', match: 'PUT .*/Deals', ms: 200, times: 2 });
  const saving = bram.put(bram.deal, { props: { survey1_number_of_panels: '33' } });
  for (const [write, edit] of ['een', 'twee'].entries()) {
    await portal.struck(write + 1);
    await portal.salesOps('Deals', bram.dealId, { Next_Step: edit });
  }
  expect((await saving).status).toBe(200);
  const both = { survey1_number_of_panels: '33', Next_Step: 'twee' };
  expect(await portal.record('Deals', bram.dealId)).toMatchObject(both);
});

test('F3, reliability §1.3 a signature that the CRM commits late does not overwrite the confirmed one', async () => {
  clock.advance(5_000);
  const { body } = await bram.get(bram.deal);
  const { fingerprint } = (body as { deal: { fingerprint: string } }).deal;
  const path = `${bram.deal}/approve`;
  expect((await bram.post(path, { survey1_approve_clicked: true, fingerprint })).status).toBe(200);
  const signAs = (name: string) => bram.post(path, { gaikan_signature_plain: name, fingerprint });
  await portal.fault({ kind: 'late-commit', match: 'PUT .*/Deals', ms: 3_000, times: 3 });
  expect((await signAs('Bram de Boer')).status).toBe(503);
  // For the CRM's guard, all of this happens in the same second as the approval.
  const calls = () => portal.requests();
  const before = (await calls()).length;
  const second = signAs('Bram van den Boer');
  await expect.poll(async () => (await calls()).length, { interval: 5 }).toBeGreaterThan(before);
  clock.advance(1_000);
  expect((await second).status).toBe(200);
  clock.advance(5_000);
  expect((await portal.record('Deals', bram.dealId)).gaikan_signature_plain).toBe('Bram van den Boer');
});
