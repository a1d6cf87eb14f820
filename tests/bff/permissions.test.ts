import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jsonAnswer, startAlteredCrm } from './faults/altered-crm.ts';
import { type Portal, startPortal } from './portal.ts';
import { ADMIN, ownersOf, type Staff, staffOf, subjectOf } from './staff.ts';

// Decision I14: what the API user may not read costs its part of a screen, and not the screen.

let portal: Portal;
let crm: Awaited<ReturnType<typeof startAlteredCrm>>;
let staff: Staff;

beforeAll(async () => {
  portal = await startPortal(async (crmUrl) => {
    crm = await startAlteredCrm(crmUrl);
    return { CRM_API_URL: crm.url };
  });
  staff = staffOf(portal, (await ownersOf(portal)).sanne);
});
afterEach(async () => {
  crm.alter((_, pass) => pass());
  await portal.settled();
  await portal.reset();
});
afterAll(async () => {
  await portal.close();
  await crm.stop();
});

const REFUSALS = [
  [403, 'NO_PERMISSION'],
  [401, 'OAUTH_SCOPE_MISMATCH'],
] as const;

/** What an API user may lack the permission or scope for, as the CRM is asked for it. */
const PARTS: [string, (asked: string) => boolean][] = [
  ['calls', (asked) => / from Calls /.test(asked) || /\/Calls(_History)?\b/.test(asked)],
  ['products', (asked) => asked.includes('Products')],
  ['users', (asked) => asked.includes('/users')],
  ['notes', (asked) => asked.includes('Notes')],
];

async function refuse(isIt: (asked: string) => boolean, [status, code]: (typeof REFUSALS)[number]) {
  crm.alter(({ method, path, body }, pass) => {
    const isRead = method === 'GET' || path === '/coql';
    return isRead && isIt(`${path} ${body}`)
      ? Promise.resolve(jsonAnswer(status, { code, details: {}, message: 'permission denied', status: 'error' }))
      : pass();
  });
  await portal.restart();
}

describe('I14 what the API user may not read', () => {
  test.each(REFUSALS.flatMap((refusal) => PARTS.map(([what, isIt]) => ({ what, isIt, refusal, code: refusal[1] }))))(
    '$what refused with $code: stats, list, next lead and panel go on without them',
    async ({ isIt, refusal }) => {
      const { contactId } = portal.as('bram');
      await refuse(isIt, refusal);
      const answers = {
        stats: await staff.get('/api/admin/stats'),
        list: await staff.get(ADMIN),
        next: await staff.post(`${ADMIN}/next`, {}),
        panel: await staff.get(`${ADMIN}/contacts/${contactId}`),
      };
      expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))).toEqual({
        stats: 200,
        list: 200,
        next: 200,
        panel: 200,
      });
    },
  );

  test('users refused: staff are who own deals, and their outcomes are recorded', async () => {
    await refuse((asked) => asked.includes('/users'), REFUSALS[0]);
    const { body } = await staff.get('/api/admin/stats');
    const { contactOwners } = (body.result as { stats: { contactOwners: { id: string }[] } }).stats;
    const [owner] = contactOwners;
    expect(owner).toBeDefined();
    const answer = await staffOf(portal, owner?.id).act({
      action: 'gaikan_called_noanswer',
      ...subjectOf(portal, 'bram'),
    });
    expect(answer.status).toBe(200);
  });
});

test('J5 a stage that a blueprint keeps: the quote opens, and nobody who looks at it is told of a rule', async () => {
  const bram = portal.as('bram');
  const [id = ''] = bram.dealIds;
  await portal.sandbox('PATCH', '/sandbox/behaviours', { stageLocked: true });
  for (const known of [false, true]) {
    if (known) expect((await bram.get(`/api/contacts/deals/${id}`)).status).toBe(200);
    expect((await bram.post(`/api/contacts/deals/${id}/viewed`)).status).toBe(200);
  }
  expect((await portal.record('Deals', id)).Stage).toBe('Available For Customer');
});
