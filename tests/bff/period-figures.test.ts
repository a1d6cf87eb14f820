import { describe, expect, test } from 'vitest';
import type { AdminStats, PeriodFigures } from '../../bff/view-models/stats.ts';
import { MINUTE_MS } from './call-desk.ts';
import { planCall, plantCalls } from './call-history.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openPortal } from './own-portal.ts';
import { ownersOf, staffOf, subjectOf } from './staff.ts';

// The figures of a day at the desk, recomputed from the CRM's records afterwards.

const clock = { offsetMs: 5_000, now: () => Date.now() + clock.offsetMs };
const EVER = 'from=2000-01-01&to=2100-01-01';

const statsOf = async () =>
  ((await staffOf(portal).get('/api/admin/stats')).body.result as { stats: AdminStats }).stats;
const figuresOf = async (asked = EVER) => {
  const { status, body } = await staffOf(portal).get(`/api/admin/stats/period?${asked}`);
  expect(status).toBe(200);
  return (body.result as { figures: PeriodFigures }).figures;
};
/** The current figures: earlier reads are too old. */
async function later() {
  clock.offsetMs += 10 * MINUTE_MS;
  await figuresOf();
  await portal.settled();
  await portal.restart();
}
const stepsOf = ({ funnel }: { funnel: AdminStats['funnel'] }) =>
  Object.fromEntries((funnel?.steps ?? []).map(({ step, count }) => [step, count]));
const dealId = (name: string, index = 0) => portal.as(name).dealIds[index] ?? '';

const portal = await openPortal({}, clock, { contacts: 40 });
const owners = await ownersOf(portal);

describe('§2.9 how deals ended', () => {
  test('losing deals does not raise a share, and a withdrawn order is not won', async () => {
    const before = await statsOf();
    const shareOf = (stats: AdminStats) => (stepsOf(stats).signed ?? 0) / (stepsOf(stats).offered ?? 1);
    const sanne = staffOf(portal, owners.sanne);
    // A loss counts with its reason, also if its call was planned without a deal.
    const { contactId } = subjectOf(portal, 'gerrit');
    await planCall(portal, contactId, clock.offsetMs - MINUTE_MS);
    await sanne.act({ action: 'not_interested', ...subjectOf(portal, 'karel') });
    await sanne.act({ action: 'not_interested_price', ...subjectOf(portal, 'gerrit') });
    await portal.as('carla').post(`${portal.as('carla').deal}/decline`, { reason: 'Te duur' });
    await later();
    const lost = await statsOf();
    expect(stepsOf(lost)).toMatchObject({ offered: stepsOf(before).offered, signed: stepsOf(before).signed });
    expect(shareOf(lost)).toBe(shareOf(before));
    const amounts = await Promise.all(
      ['karel', 'gerrit', 'carla'].map(async (name) =>
        Number((await portal.record('Deals', dealId(name))).Amount ?? 0),
      ),
    );
    const gone = amounts.reduce((sum, amount) => sum + amount, 0);
    expect(lost.funnel?.openEuros).toBeCloseTo((before.funnel?.openEuros ?? 0) - gone, 2);

    await pdfDesk(portal).sign('bram', "Bram van 't Hof");
    await later();
    const signed = await statsOf();
    expect(signed.funnel?.wonEuros).toBeGreaterThan(before.funnel?.wonEuros ?? 0);
    expect((await portal.as('bram').post(`${portal.as('bram').deal}/withdraw`, {})).status).toBe(200);
    await later();
    const withdrawn = await statsOf();
    expect(withdrawn.funnel?.wonEuros).toBe(before.funnel?.wonEuros);
    expect(stepsOf(withdrawn)).toMatchObject({ offered: stepsOf(before).offered, signed: stepsOf(before).signed });
    // J4: emptying the field does not undo the withdrawal.
    await portal.as('bram').get(portal.as('bram').deal);
    await portal.salesOps('Deals', dealId('bram'), { portal_withdrawn_at: null });
    clock.offsetMs += 10 * MINUTE_MS;
    await statsOf();
    await expect.poll(async () => (await statsOf()).funnel?.wonEuros).toBe(before.funnel?.wonEuros);
  });

  test('every figure of a period agrees with the CRM’s records', async () => {
    const tom = staffOf(portal, owners.tom);
    await tom.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'hanna') });
    await tom.act({ action: 'approve', ...subjectOf(portal, 'fatima') });
    await portal.salesOps('Deals', dealId('ivo'), { Stage: 'Closed Lost' });
    await planCall(portal, portal.as('anna').contactId, clock.offsetMs - 30 * MINUTE_MS);
    await later();
    const [figures, stats] = [await figuresOf(), await statsOf()];

    const fields =
      'Stage,Amount,Created_Time,survey1_client_visible,gaikan_signature_plain,portal_declined_at,Contact_Name';
    const deals = await portal.records('Deals', fields);
    const withdrawn = dealId('bram');
    const isSigned = (deal: Record<string, unknown>) =>
      deal.gaikan_signature_plain !== null || deal.id === dealId('eva');
    const isLost = (deal: Record<string, unknown>) =>
      !isSigned(deal) && (deal.Stage === 'Closed Lost' || deal.portal_declined_at !== null);
    const isOpen = (deal: Record<string, unknown>) => !isSigned(deal) && !isLost(deal);
    const offered = deals.filter((deal) => deal.survey1_client_visible === true);
    const euros = (of: Record<string, unknown>[]) => of.reduce((sum, { Amount }) => sum + Number(Amount ?? 0), 0);
    const standing = deals.filter((deal) => isSigned(deal) && deal.id !== withdrawn);

    expect(stepsOf(figures)).toMatchObject({ offered: offered.length, signed: standing.length });
    expect(stepsOf(stats)).toEqual(stepsOf(figures));
    expect(figures.funnel?.wonEuros).toBeCloseTo(euros(standing), 2);
    expect(figures.funnel?.openEuros).toBeCloseTo(euros(deals.filter(isOpen)), 2);

    const months = Map.groupBy(offered, ({ Created_Time }) => String(Created_Time).slice(0, 7));
    for (const { month, ...cohort } of figures.months ?? []) {
      const of = months.get(month) ?? [];
      expect(cohort, month).toMatchObject({
        offered: of.length,
        open: of.filter(isOpen).length,
        signed: of.filter((deal) => standing.includes(deal)).length,
        closed: 0,
        lost: of.filter(isLost).length,
        withdrawn: of.filter(({ id }) => id === withdrawn).length,
      });
      expect(cohort.wonEuros).toBeCloseTo(euros(of.filter((deal) => standing.includes(deal))), 2);
    }
    expect(figures.months?.length).toBe(months.size);

    const contacts = await portal.records('Contacts', 'Lead_Owner_Flow');
    const flowOf = new Map(contacts.map(({ id, Lead_Owner_Flow }) => [id, Lead_Owner_Flow]));
    const sources = Map.groupBy(
      deals,
      ({ Contact_Name }) => flowOf.get((Contact_Name as unknown as { id: string }).id) ?? null,
    );
    expect(Object.fromEntries((figures.sources ?? []).map(({ source, deals: count }) => [source, count]))).toEqual(
      Object.fromEntries([...sources].map(([source, of]) => [source, of.length])),
    );
    const reasons = Object.fromEntries((figures.losses ?? []).map(({ reason, count }) => [reason, count]));
    expect(reasons).toEqual({ not_interested: 1, not_interested_price: 1, declined: 1, withdrawn: 1, unrecorded: 1 });

    const calls = await portal.records('Calls', 'Owner,Outbound_Call_Status,Call_Result');
    for (const [first, name] of [
      ['sanne', 'Sanne de Wit'],
      ['tom', 'Tom Verhoeven'],
    ] as const) {
      const theirs = calls.filter(
        ({ Owner, Outbound_Call_Status }) =>
          (Owner as unknown as { id: string }).id === owners[first] && Outbound_Call_Status === 'Completed',
      );
      const colleague = figures.colleagues?.find((each) => each.name === name);
      expect(colleague?.calls, name).toBe(theirs.length);
      expect(colleague?.byOutcome.approve ?? 0).toBe(
        theirs.filter(({ Call_Result }) => Call_Result === 'Akkoord').length,
      );
    }
    expect(figures.colleagues?.reduce((sum, { overdue }) => sum + (overdue ?? 0), 0)).toBe(1);
    expect(figures.colleagues?.find(({ name }) => name === null)?.overdue).toBe(1);
    expect(stats.calls?.agreed).toEqual([{ name: null, overdue: 1, today: 0 }]);
  });

  test('a period counts its own days, and one that ends before it begins is refused', async () => {
    const all = await figuresOf();
    const months = all.months ?? [];
    const [newest] = months;
    const [year = 0, month = 0] = (newest?.month ?? '').split('-').map(Number);
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    const one = await figuresOf(`from=${newest?.month}-01&to=${last}`);
    expect(one.months).toEqual([newest]);
    expect(stepsOf(one).offered).toBe(newest?.offered);
    const statusOf = async (asked: string) => (await staffOf(portal).get(`/api/admin/stats/period?${asked}`)).status;
    expect(await statusOf('from=2026-02-01&to=2026-01-31')).toBe(422);
    for (const wrong of ['from=2026-02-31&to=2026-03-01', 'from=2026-01-01']) expect(await statusOf(wrong)).toBe(400);
  });

  test('a period costs three CRM calls to count telephone calls, and none for deals that were just read', async () => {
    await portal.restart();
    await statsOf();
    const calls = await portal.crmCallsOf(() => figuresOf('from=2026-01-01&to=2026-12-31'));
    expect(calls.length).toBeLessThanOrEqual(3);
    expect(calls.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(5);
    expect(await portal.crmCallsOf(() => figuresOf('from=2026-01-01&to=2026-12-31'))).toEqual([]);
  });

  test('the reason of a loss and an overdue callback are counted, also with 2,000 later calls that lost a deal', async () => {
    const before = (await figuresOf()).losses;
    expect(before?.find(({ reason }) => reason === 'not_interested_price')?.count).toBe(1);
    const { contactId } = portal.as('joke');
    const call = { contactId, status: 'Completed', result: 'Te duur', atMs: clock.now() } as const;
    await plantCalls(portal, Array(2_000).fill(call));
    await later();
    expect((await figuresOf()).losses).toEqual(before);
    const { calls } = await statsOf();
    expect(calls?.agreed.map(({ overdue }) => overdue)).toEqual([1]);
    expect(Date.parse(calls?.since ?? '')).toBe(Math.floor(call.atMs / 1000) * 1000);
  });

  test('a customer who declined the offer online has viewed it', async () => {
    await portal.reset();
    await later();
    const before = stepsOf(await statsOf());
    await portal.as('carla').post(`${portal.as('carla').deal}/decline`, {});
    await later();
    expect(stepsOf(await statsOf())).toEqual({ ...before, viewed: (before.viewed ?? 0) + 1 });
  });
});
