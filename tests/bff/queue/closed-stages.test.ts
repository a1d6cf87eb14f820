import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminStats } from '../../../bff/view-models/stats.ts';
import { openTeamDesk } from '../call-desk.ts';
import { ADMIN, subjectOf } from '../staff.ts';

// Decision J9: the organisation's pipeline says whether a stage is open, won or lost, whatever its name.

const { portal, sanne } = await openTeamDesk();
const LOST = 'Closed Lost to Competition';

const stats = async () => ((await sanne.get('/api/admin/stats')).body.result as { stats: AdminStats }).stats;
const listed = async () => {
  const { unknown, contacts } = await sanne.list();
  return { unknown, ids: contacts.map(({ id }) => id) };
};
const stateOf = async (name: string) => {
  const { body } = await sanne.get(`${ADMIN}/search?q=${name}@example`);
  return (body.contacts as { state: string }[])[0]?.state;
};

describe('J9 a deal at a stage whose category is lost', () => {
  const { contactId, dealId } = subjectOf(portal, 'karel');
  let before: AdminStats;

  beforeEach(async () => {
    before = await stats();
    await portal.salesOps('Deals', dealId, { Stage: LOST });
    await portal.restart();
  });

  test('is never handed out, is in no list, is closed in the search, and its amount does not count as open', async () => {
    const { unknown, ids } = await listed();
    expect(unknown).toBeUndefined();
    expect(ids).not.toContain(contactId);
    expect(await sanne.handedOut()).not.toContain(contactId);
    expect(await stateOf('karel')).toBe('closed');
    const { Amount } = await portal.record('Deals', dealId);
    expect(before.funnel?.openEuros).toBeCloseTo(((await stats()).funnel?.openEuros ?? 0) + Number(Amount ?? 0), 2);
  });

  test('leaves a list that was read while it was open', async () => {
    await portal.salesOps('Deals', dealId, { Stage: 'Viewed' });
    expect((await listed()).ids).toContain(contactId);
    await portal.salesOps('Deals', dealId, { Stage: LOST });
    expect((await listed()).ids).not.toContain(contactId);
  });

  test.each([false, true])(
    'if the CRM refuses the pipelines, the names of the two closed stages decide, and staff read so (scope %s)',
    async (scope) => {
      await portal.behave({ pipelinePermitted: false, readScopesMissing: scope });
      await portal.restart();
      const { unknown, ids } = await listed();
      expect(unknown).toEqual(['stages']);
      expect(ids).toContain(contactId);
      await portal.salesOps('Deals', dealId, { Stage: 'Closed Lost' });
      expect((await listed()).ids).not.toContain(contactId);
    },
  );
});

test('the pipelines are read at the start, and not again with list, stats, search and lead', async () => {
  await portal.restart();
  const calls = await portal.crmCallsOf(async () => {
    await stats();
    await listed();
    await stateOf('karel');
    await sanne.contact(portal.as('karel').contactId);
  });
  expect(calls.filter(({ path }) => path.includes('/settings/'))).toEqual([]);
});
