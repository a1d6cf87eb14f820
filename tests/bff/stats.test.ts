import { describe, expect, test } from 'vitest';
import type { AdminStats } from '../../bff/view-models/stats.ts';
import { MINUTE_MS, openTeamDesk } from './call-desk.ts';
import { ownPortal } from './own-portal.ts';
import { type Staff, staffOf, subjectOf } from './staff.ts';

const { portal, clock, sanne, tom } = await openTeamDesk();

const statsOf = async (staff: Staff) =>
  (await staff.get('/api/admin/stats')).body.result as { stats: AdminStats; ageSeconds: number };
const edit = (name: string, fields: object) => portal.salesOps('Deals', portal.as(name).dealId, { ...fields });

describe('§2.9 stats', () => {
  test('§3 result.stats has every field of the spec under its name', async () => {
    const { stats } = await statsOf(sanne);
    // Petra left; "Portaal Koppeling" is the portal itself.
    expect(stats.contactOwners.map(({ name }) => name)).toEqual(['Sanne de Wit', 'Tom Verhoeven', 'Yusuf Aydin']);
    expect(stats.saltion_MODULE_PRICE).toHaveLength(15);
    expect(stats.saltion_MODULE_PRICE[5]).toEqual({ num_modules: 6, kwh: 34.2 });
    expect(stats.saltion_INVERTER_PRICES).toEqual([5, 8, 10, 15, 20].map((kw) => ({ kw })));
    expect(stats.ALLOWED_BATTERY_KWH).toEqual([20, 40, 60, 80]);
  });

  test('each step of the funnel includes the deals that went further; the stats also have the open and won amounts, and calls by outcome and colleague', async () => {
    await tom.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'hanna') });
    const { stats } = await statsOf(sanne);
    const counts = stats.funnel?.steps.map(({ count }) => count) ?? [];
    expect(stats.funnel?.steps.map(({ step }) => step)).toEqual(['offered', 'viewed', 'approved', 'signed']);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBe(7);
    expect(counts[3]).toBe(2);
    expect(stats.funnel?.openEuros).toBeGreaterThan(0);
    expect(stats.funnel?.wonEuros).toBeGreaterThan(0);
    // J5: a signature counts whatever the stage is, and a stage without one does not.
    await edit('hanna', { Stage: 'Closed Won' });
    await edit('daan', { Stage: 'Survey' });
    await portal.restart();
    expect((await statsOf(sanne)).stats.funnel?.steps.at(-1)).toEqual({ step: 'signed', count: 2 });
    expect((await sanne.leads()).map(({ id }) => id)).not.toContain(portal.as('daan').contactId);
    const one = {
      byOutcome: [{ outcome: 'gaikan_called_noanswer', count: 1 }],
      byColleague: [{ name: 'Tom Verhoeven', count: 1 }],
    };
    expect(stats.calls?.today).toEqual(one);
  });

  test('§2.9 registered per date: a contact with a deal counts as contact, one without as lead', async () => {
    const { stats } = await statsOf(sanne);
    const total = stats.customers.reduce((sum, day) => sum + day.contactCount + day.leadCount, 0);
    expect(total).toBe((await portal.records('Contacts', 'id')).length);
    // Joke, registered today, is the one without a deal.
    expect(stats.customers[0]).toMatchObject({ contactCount: 0, leadCount: 1 });
    expect(stats.customers.slice(1).every(({ leadCount }) => leadCount === 0)).toBe(true);
    const dates = stats.customers.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(new Set(dates).size).toBe(dates.length);
  });

  test('§2.9 kW per stage: modules × a module’s power, the older format by its inverter', async () => {
    const { stats } = await statsOf(sanne);
    // Bram 6 and Karel 10 modules × 1.9 kW, Carla 20 kWh with 8 kW; Gerrit’s is a manual quote.
    expect(stats.deals['Available For Customer']).toEqual({ kw: 38.4, kwh: 111.2, count: 4, without: { manual: 1 } });
    expect(stats.deals.Viewed).toEqual({ kw: 15.2, kwh: 45.6, count: 1, without: {} });
    // Daan 4 modules, Eva 40 kWh with 10 kW.
    expect(stats.deals['Closed Won']).toEqual({ kw: 17.6, kwh: 62.8, count: 2, without: {} });
  });
});

describe('§2.9 deals without a power of their own', () => {
  test('L, XL, manual quotes and deals without a size are counted separately', async () => {
    await edit('lotte', { Stage: 'Viewed' });
    await edit('anna', { Stage: 'Viewed' });
    await edit('bram', { Stage: 'Viewed', gaikan_saltion_battery_modules: 'XL' });
    await edit('karel', { Stage: 'Viewed', survey1_no_calc: true });
    const { stats } = await statsOf(sanne);
    // Fatima's 8 modules, as before.
    const without = { L: 1, XL: 1, manual: 1, unsized: 1 };
    expect(stats.deals.Viewed).toEqual({ kw: 15.2, kwh: 45.6, count: 5, without });
  });
});

describe('§2.9 what the stats cost', () => {
  test('§2.9 at most 8 CRM calls with 5,000 leads, and one read however many ask; the list has the first 5,000, each once, and their true count', async () => {
    const large = await ownPortal({}, undefined, { contacts: 5_000 });
    const staff = staffOf(large);
    const calls = await large.crmCallsOf(async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => statsOf(staff)));
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
    expect(await large.crmCallsOf(() => statsOf(staff))).toEqual([]);
    // The list shows what is known after three seconds; a busy machine has read less by then.
    await expect.poll(async () => (await staff.list()).count).toBe(5_009);
    expect(new Set((await staff.list()).contacts.map(({ id }) => id)).size).toBe(5_000);
    expect((await staff.list('?search=lotte')).count).toBeGreaterThan(0);
  });

  test('G4 without cached figures a CRM failure is reported; with them they are shown with their age until new ones are read', async () => {
    const failing = { kind: 'status', status: 400 };
    await portal.restart();
    await portal.fault(failing);
    expect((await sanne.get('/api/admin/stats')).status).toBeGreaterThanOrEqual(500);
    await portal.noFaults();
    const { stats } = await statsOf(sanne);
    await portal.fault(failing);
    clock.offsetMs = 10 * MINUTE_MS;
    expect((await statsOf(sanne)).ageSeconds).toBeGreaterThanOrEqual(600);
    // The refresh fails; the figures stay.
    await portal.struck(1);
    for (let n = 0; n < 5; n += 1) expect((await statsOf(sanne)).stats).toEqual(stats);
    await portal.noFaults();
    await expect.poll(async () => (await statsOf(sanne)).ageSeconds).toBeLessThan(600);
  });

  test.each(['/api/admin/stats?fresh=1', '/api/admin/stats/period?from=2026-01-01&to=2026-12-31&fresh=1'])(
    '"Vernieuwen" waits for figures of at most a minute old, and reports that they cannot be read: %s',
    async (path) => {
      const renew = async () => {
        const { status, body } = await sanne.get(path);
        return [status, (body.result as { ageSeconds: number } | undefined)?.ageSeconds];
      };
      expect(await renew()).toEqual([200, 0]);
      clock.offsetMs += 10 * MINUTE_MS;
      expect(await renew()).toEqual([200, 0]);
      clock.offsetMs += 10 * MINUTE_MS;
      await portal.fault({ kind: 'status', status: 400 });
      expect((await renew())[0]).toBeGreaterThanOrEqual(500);
      await portal.noFaults();
      expect(await renew()).toEqual([200, 0]);
    },
  );
});
