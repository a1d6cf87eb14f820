import { expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { openPortal } from './own-portal.ts';

const MODULES = 'gaikan_saltion_battery_modules';
const DISTANCE = 'survey1_battery_box_distance_m';
const INSTALLATION_EUROS = 1945.5;
const DEARER_EUROS = 2045.5;

const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
const portal = await openPortal({}, clock);

test('E7 a changed price applies from the next time that a link is opened, and a save costs no extra call', async () => {
  const anna = portal.as('anna');
  const path = anna.deal;
  const installationFor = async (metres: string) => {
    let deal: Deal | undefined;
    const calls = await portal.crmCallsOf(async () => {
      deal = (await anna.put(path, { props: { [MODULES]: '6', [DISTANCE]: metres } })).body.deal as Deal;
    });
    expect(calls).toHaveLength(2);
    return deal?.survey1_calc?.output.products.find(({ type }) => type === 'installation')?.pricePer;
  };
  await portal.editProduct('INST', { Unit_Price: DEARER_EUROS });
  // After this visit the portal knows that the deal is Anna's.
  await anna.get(path);
  clock.offsetMs += 60_000;
  expect(await installationFor('8')).toBe(INSTALLATION_EUROS);
  await portal.salesOps('Deals', anna.dealId, { survey1_calc_complete: false });

  await portal.sandbox('DELETE', '/sandbox/requests');
  expect((await anna.post('/api/contacts/verify', {})).status).toBe(200);
  await portal.settled();
  expect(await installationFor('9')).toBe(DEARER_EUROS);
});

test('J2 after a rise that was told, the offer before it is compared with the prices of today', async () => {
  await portal.reset();
  const bram = portal.as('bram');
  const change = async (props: object) => {
    clock.offsetMs += 3_600_000;
    return ((await bram.put(bram.deal, { props })).body.deal as Deal).survey1_calc;
  };
  const before = (await change({ [DISTANCE]: '11' }))?.priceCalc.finalInclVat ?? Number.NaN;
  await portal.editProduct('BM-06', { Unit_Price: 2745.5 });
  // Six modules, each € 200 dearer, with 21 % btw.
  expect((await change({ [DISTANCE]: '12' }))?.priceRise).toEqual({ before, now: before + 1452 });
  await portal.editProduct('BM-06', { Unit_Price: 2645.5 });
  expect((await change({ [DISTANCE]: '13' }))?.priceRise).toEqual({ before, now: before + 726 });
  await portal.salesOps('Deals', bram.dealId, { [MODULES]: null });
  expect((await change({ [MODULES]: '6' }))?.priceRise).toEqual({ before, now: before + 726 });
});
