import { expect, test } from 'vitest';
import type { Verified } from '../../bff/view-models/contact.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { cableCost } from '../../bff/view-models/payments.ts';
import { openFreshPortal } from './own-portal.ts';

// The cost of each screen in CRM calls, counted by the sandbox: calls are the scarce resource.

// A signature waits until a change is a second old, and then reads again. This clock is ahead, so neither happens. It
// does not move, so no cached value gets old on a slow machine.
const now = Date.now() + 600_000;
const portal = await openFreshPortal({}, { now: () => now });
await portal.as('anna').get('/api/contacts/verify');

const costOf = async (work: () => Promise<unknown>) => (await portal.crmCallsOf(work)).length;

test('opening a link costs 1 call, without a deal at most 2', async () => {
  for (const [name, most] of [
    ['anna', 1],
    ['bram', 1],
    ['fatima', 2],
    ['joke', 2],
  ] as const) {
    expect(await costOf(() => portal.as(name).post('/api/contacts/verify', {}))).toBeLessThanOrEqual(most);
  }
});

test('the prices of the survey’s answers come with the contact from the cached price list, without another call', async () => {
  const anna = portal.as('anna');
  const prices = async () => ((await anna.post('/api/contacts/verify', {})).body as Verified).contact.prices;
  await expect.poll(prices).toBeDefined();
  expect(await costOf(prices)).toBeLessThanOrEqual(1);
  const told = await prices();
  const path = anna.deal;
  const costs = async (survey1_battery_box_distance_m: string) => {
    const props = {
      survey_1_has_solar_panels: false,
      gaikan_saltion_battery_modules: '6',
      survey1_battery_box_distance_m,
    };
    const { deal } = (await anna.put(path, { props })).body as { deal: Deal };
    return deal.quote.totals.finalInclVat ?? 0;
  };
  const near = await costs('5');
  expect(told?.modules).toHaveLength(15);
  expect(told?.modules[5]).toBe(near);
  expect(told?.metre).toBe(22.69);
  for (const extra of [1, 10, 100, 994]) {
    const rise = (await costs(String(5 + extra))) - near;
    expect(cableCost(extra, told?.metre ?? 0, near)).toBeCloseTo(rise, 5);
  }
});

test('the first link after a restart waits for the prices that are being read, and does not ask for them again', async () => {
  await portal.fault({ kind: 'latency', sent: 'Product_Active', ms: 2_500 });
  await portal.restart();
  const { contact } = (await portal.as('anna').get('/api/contacts/verify')).body as Verified;
  expect(contact.prices?.modules).toHaveLength(15);
});

test('opening a deal costs 1 CRM call', async () => {
  for (const name of ['anna', 'bram', 'carla', 'gerrit', 'lotte']) {
    const customer = portal.as(name);
    expect(await costOf(() => customer.get(customer.deal))).toBe(1);
  }
});

test('marking a quote as viewed costs 1 call: the version that was read with the page is its guard', async () => {
  const bram = portal.as('bram');
  const path = bram.deal;
  await bram.get(path);
  const calls = await portal.crmCallsOf(() => bram.post(`${path}/viewed`, {}));
  expect(calls.map(({ method }) => method)).toEqual(['PUT']);
  expect((await portal.record('Deals', bram.dealId)).Stage).toBe('Viewed');
});

test('saving a step costs at most 2 calls, including the one that calculates the quote', async () => {
  const anna = portal.as('anna');
  const path = anna.deal;
  const steps = [
    { survey_1_has_solar_panels: true },
    { survey1_number_of_panels: '12', survey1_panels_age: '3-4' },
    { gaikan_saltion_battery_modules: '6' },
    { survey1_battery_box_distance_m: '8' },
  ];
  for (const props of steps) expect(await costOf(() => anna.put(path, { props }))).toBeLessThanOrEqual(2);
  const details = () => anna.post('/api/contacts/contactDetails', { properties: { Phone: '0600000001' } });
  expect(await costOf(details)).toBeLessThanOrEqual(2);
  expect((await portal.record('Deals', anna.dealId)).survey1_calc_complete).toBe(true);
});

test('approving costs at most 2 calls; signing 4 before the customer sees "Bedankt", and 10 in all', async () => {
  const bram = portal.as('bram');
  const path = bram.deal;
  const { fingerprint } = (await bram.get(path)).body.deal as Deal;
  const approve = () => bram.post(`${path}/approve`, { survey1_approve_clicked: true, fingerprint });
  const sign = () => bram.post(`${path}/approve`, { gaikan_signature_plain: 'Bram', fingerprint });
  expect(await costOf(approve)).toBeLessThanOrEqual(2);
  // A slow note delays the work after the signature until the customer has the answer.
  await portal.fault({ match: 'POST .*/Notes', kind: 'latency', ms: 500, times: 1 });
  let beforeTheAnswer = 0;
  const inAll = await costOf(async () => {
    expect((await sign()).status).toBe(200);
    const told = await portal.requests();
    const calls = told.filter((call) => call.path.startsWith('/crm'));
    // A deal that was changed in the last second, as by the approval here, is read once more.
    beforeTheAnswer = calls.length - (calls.filter((call) => call.path.endsWith('/coql')).length - 1);
    await portal.delivered();
  });
  expect(beforeTheAnswer).toBeLessThanOrEqual(4);
  expect(inAll).toBeLessThanOrEqual(10);
  const deal = await portal.record('Deals', bram.dealId);
  expect(deal).toMatchObject({ Stage: 'Closed Won', portal_copy_sent_at: expect.any(String) });
});
