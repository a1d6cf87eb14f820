import { afterEach, describe, expect, test } from 'vitest';
import { Stages } from '../../bff/crm/stages.ts';
import type { DoNotCall } from '../../bff/queue/do-not-call.ts';
import type { Owners } from '../../bff/queue/owners.ts';
import type { PriceListReader } from '../../bff/quote/price-list.ts';
import { StatsReader } from '../../bff/stats/read-stats.ts';
import type { AdminStats } from '../../bff/view-models/stats.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { Questions } from '../../crm-contract/questions.ts';
import { openPortal } from './own-portal.ts';
import { type Portal, startPortal } from './portal.ts';
import { ownersOf, staffOf, subjectOf } from './staff.ts';

const portal = await openPortal();
afterEach(() => portal.reset());

const statsOf = async (at: Portal) =>
  (await staffOf(at).get('/api/admin/stats')).body.result as { stats: AdminStats; ageSeconds: number };

describe('§2.9 stats', () => {
  test('§3 result.stats has every field of the spec under its name', async () => {
    const { stats } = await statsOf(portal);
    // Petra left; "Portaal Koppeling" is the portal itself.
    expect(stats.contactOwners.map(({ name }) => name)).toEqual(['Sanne de Wit', 'Tom Verhoeven', 'Yusuf Aydin']);
    expect(stats.saltion_MODULE_PRICE).toHaveLength(15);
    expect(stats.saltion_MODULE_PRICE[5]).toEqual({ num_modules: 6, kwh: 34.2 });
    expect(stats.saltion_INVERTER_PRICES).toEqual([5, 8, 10, 15, 20].map((kw) => ({ kw })));
    expect(stats.ALLOWED_BATTERY_KWH).toEqual([20, 40, 60, 80]);
  });

  test('the funnel counts each step with those that went further, what is open and won, and calls by outcome and colleague', async () => {
    const own = await startPortal();
    const owners = await ownersOf(own);
    await own.restart();
    await staffOf(own, owners.tom).act({ action: 'gaikan_called_noanswer', ...subjectOf(own, 'hanna') });
    const { stats } = await statsOf(own);
    const counts = stats.funnel?.steps.map(({ count }) => count) ?? [];
    expect(stats.funnel?.steps.map(({ step }) => step)).toEqual(['offered', 'viewed', 'approved', 'signed']);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBe(7);
    expect(counts[3]).toBe(2);
    expect(stats.funnel?.openEuros).toBeGreaterThan(0);
    expect(stats.funnel?.wonEuros).toBeGreaterThan(0);
    // J5: a signature counts whatever the stage is, and a stage without one does not.
    await own.salesOps('Deals', own.as('hanna').dealIds[0] ?? '', { Stage: 'Closed Won' });
    await own.salesOps('Deals', own.as('daan').dealIds[0] ?? '', { Stage: 'Survey' });
    await own.restart();
    expect((await statsOf(own)).stats.funnel?.steps.at(-1)).toEqual({ step: 'signed', count: 2 });
    const list = await staffOf(own).get('/api/admin/callcenter');
    expect(JSON.stringify(list.body)).not.toContain('"Full_Name":"Daan');
    const one = {
      byOutcome: [{ outcome: 'gaikan_called_noanswer', count: 1 }],
      byColleague: [{ name: 'Tom Verhoeven', count: 1 }],
    };
    expect(stats.calls?.today).toEqual(one);
    await own.close();
  });

  test('§2.9 registered per date: a contact with a deal counts as contact, one without as lead', async () => {
    const { stats } = await statsOf(portal);
    const total = stats.customers.reduce((sum, day) => sum + day.contactCount + day.leadCount, 0);
    expect(total).toBe(12);
    // Joke, registered today, is the one without a deal.
    expect(stats.customers[0]).toMatchObject({ contactCount: 0, leadCount: 1 });
    expect(stats.customers.slice(1).every(({ leadCount }) => leadCount === 0)).toBe(true);
    const dates = stats.customers.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(new Set(dates).size).toBe(dates.length);
  });

  test('§2.9 kW per stage: modules × a module’s power, the older format by its inverter', async () => {
    const { stats } = await statsOf(portal);
    // Bram 6 and Karel 10 modules × 1.9 kW, Carla 20 kWh with 8 kW; Gerrit’s is a manual quote.
    expect(stats.deals['Available For Customer']).toEqual({ kw: 38.4, kwh: 111.2, count: 4, without: { manual: 1 } });
    expect(stats.deals.Viewed).toEqual({ kw: 15.2, kwh: 45.6, count: 1, without: {} });
    // Daan 4 modules, Eva 40 kWh with 10 kW.
    expect(stats.deals['Closed Won']).toEqual({ kw: 17.6, kwh: 62.8, count: 2, without: {} });
  });
});

describe('§2.9 deals without a power of their own', () => {
  test('L, XL, manual quotes and deals without a size are counted separately', async () => {
    const own = await startPortal();
    const edit = (name: string, fields: object) => own.salesOps('Deals', own.as(name).dealIds[0] ?? '', { ...fields });
    await edit('lotte', { Stage: 'Viewed' });
    await edit('anna', { Stage: 'Viewed' });
    await edit('bram', { Stage: 'Viewed', gaikan_saltion_battery_modules: 'XL' });
    await edit('karel', { Stage: 'Viewed', survey1_no_calc: true });
    const { stats } = await statsOf(own);
    // Fatima's 8 modules, as before.
    const without = { L: 1, XL: 1, manual: 1, unsized: 1 };
    expect(stats.deals.Viewed).toEqual({ kw: 15.2, kwh: 45.6, count: 5, without });
    await own.close();
  });
});

describe('§2.9 what the stats cost', () => {
  test('§2.9 at most 8 CRM calls with 5,000 leads, and one read however many ask', async () => {
    const large = await startPortal({}, undefined, { contacts: 5_000 });
    const calls = await large.crmCallsOf(async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => statsOf(large)));
      const { stats } = all[0] as (typeof all)[0];
      expect(stats.deals['Available For Customer'].count).toBeGreaterThan(1_000);
      // Complete from the reported day: 5,000 leads came in over 180 days, 27 or 28 a day.
      const generated = stats.customers.filter(({ date }) => date < (stats.customers[30]?.date ?? ''));
      expect(generated.length).toBeGreaterThan(30);
      for (const { contactCount, leadCount } of generated) {
        expect(contactCount + leadCount).toBeGreaterThanOrEqual(27);
        expect(leadCount).toBe(0);
      }
      expect(stats.customers.at(-1)?.date).toBe(stats.customersSince);
    });
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(await large.crmCallsOf(() => statsOf(large))).toEqual([]);
    await large.close();
  });

  test('§2.9 old figures are shown with their age while new ones are read, also when the CRM fails', async () => {
    const clock = { time: Date.parse('2026-11-24T12:00:00Z'), now: () => clock.time };
    let fetched = 0;
    let fails = false;
    const query = async () => {
      fetched += 1;
      if (fails) throw new Error('the CRM is away');
      return [];
    };
    const reader = new StatsReader({
      clock,
      crm: { query, questions: new Questions(clock), crmTime: clock.now } as unknown as CrmClient,
      noted: { isProven: () => false },
      owners: { read: async () => [] } as unknown as Owners,
      doNotCall: { read: async () => new Set() } as unknown as DoNotCall,
      prices: { read: async () => [] } as unknown as PriceListReader,
      stages: new Stages({ settings: { pipelines: async () => [] } } as unknown as CrmClient, clock),
    });
    const first = await reader.read();
    expect(fetched).toBe(3);
    fails = true;
    clock.time += 10 * 60_000;
    expect(await reader.read()).toBe(first);
    await expect.poll(() => fetched).toBeGreaterThanOrEqual(4);
    fails = false;
    await expect.poll(async () => (await reader.read()).readAt).toBe(clock.time);
  });

  test('G4 without cached figures a CRM failure is reported', async () => {
    const own = await startPortal();
    await own.fault({ kind: 'status', status: 400 });
    const answer = await staffOf(own).get('/api/admin/stats');
    expect(answer.status).toBeGreaterThanOrEqual(500);
    await own.noFaults();
    expect((await staffOf(own).get('/api/admin/stats')).status).toBe(200);
    await own.close();
  });
});
