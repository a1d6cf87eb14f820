import { describe, expect, test } from 'vitest';
import { ALL_RULES } from '../../fixtures/crm-sandbox/behaviours.ts';
import { jsonAnswer, openAlteredPortal } from './faults/altered-crm.ts';
import { HASTY, type Portal } from './portal.ts';
import { ADMIN, ownersOf, staffOf, subjectOf } from './staff.ts';

// Decision I14: a missing permission of the API user costs its part of a screen, and not the screen.

const { portal, alter } = await openAlteredPortal({}, HASTY);
const staff = staffOf(portal, (await ownersOf(portal)).sanne);

const REFUSALS = [
  [403, 'NO_PERMISSION'],
  [401, 'OAUTH_SCOPE_MISMATCH'],
] as const;

/** Permissions and scopes that an API user may lack, by the CRM calls that need them. */
const PARTS: [string, (asked: string) => boolean][] = [
  ['calls', (asked) => / from Calls /.test(asked) || /\/Calls(_History)?\b/.test(asked)],
  ['products', (asked) => asked.includes('Products')],
  ['users', (asked) => asked.includes('/users')],
  ['notes', (asked) => asked.includes('Notes')],
];

async function refuse(isIt: (asked: string) => boolean, [status, code]: (typeof REFUSALS)[number]) {
  alter(({ method, path, body }, pass) => {
    const isRead = method === 'GET' || path === '/coql';
    return isRead && isIt(`${path} ${body}`)
      ? Promise.resolve(jsonAnswer(status, { code, details: {}, message: 'permission denied', status: 'error' }))
      : pass();
  });
  await portal.restart();
}

describe('I14 what the API user may not read', () => {
  test.each(REFUSALS.flatMap((refusal) => PARTS.map(([what, isIt]) => ({ what, isIt, refusal, code: refusal[1] }))))(
    '$what refused with $code: stats, list, next lead and panel work without them',
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

  test('users refused: staff are the owners of deals, the list says so, and their outcomes are recorded', async () => {
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
    const list = (await staff.get(ADMIN)).body.result as { unknown?: string[] };
    expect(list.unknown).toContain('users');
  });
});

test('J5 a stage that a blueprint locks: the quote opens, and viewing it causes no message about a rule', async () => {
  const bram = portal.as('bram');
  const [id = ''] = bram.dealIds;
  await portal.sandbox('PATCH', '/sandbox/behaviours', { stageLocked: true });
  for (const known of [false, true]) {
    if (known) expect((await bram.get(`/api/contacts/deals/${id}`)).status).toBe(200);
    expect((await bram.post(`/api/contacts/deals/${id}/viewed`)).status).toBe(200);
  }
  expect((await portal.record('Deals', id)).Stage).toBe('Available For Customer');
});

describe('J5 a customer’s message is stored in a note and a task, and one of them is enough', () => {
  const question = (bram: ReturnType<Portal['as']>, key: string) =>
    bram.post(
      `/api/contacts/deals/${bram.dealIds[0]}/question`,
      { text: 'Wanneer komt u?' },
      { 'idempotency-key': key },
    );
  const permit = (rules: object) => portal.sandbox('PATCH', '/sandbox/behaviours', rules);
  const left = async (id = '') => {
    await portal.settled();
    await permit({ notesPermitted: true, tasksPermitted: true });
    const notes = await portal.related('Deals', id, 'Notes', 'Note_Content');
    const tasks = await portal.related('Deals', id, 'Tasks', 'Description');
    return {
      notes: notes.length,
      tasks: tasks.map(({ Description }) => String(Description).includes('Wanneer komt u?')),
    };
  };

  test.each([
    [{ notesPermitted: false }, 200, { notes: 0, tasks: [true] }],
    [{ tasksPermitted: false }, 200, { notes: 1, tasks: [] }],
    [{ notesPermitted: false, tasksPermitted: false }, 503, { notes: 0, tasks: [] }],
  ])('a question with %o', async (rules, status, expected) => {
    const bram = portal.as('bram');
    await permit(rules);
    const key = crypto.randomUUID();
    expect((await question(bram, key)).status).toBe(status);
    await portal.restart();
    expect((await question(bram, key)).status).toBe(status);
    expect(await left(bram.dealIds[0])).toEqual(expected);
  });

  test('a refusal without notes is stored in the deal, and its reason in the task', async () => {
    const bram = portal.as('bram');
    const [id = ''] = bram.dealIds;
    await permit({ notesPermitted: false });
    const answer = await bram.post(`/api/contacts/deals/${id}/decline`, { reason: 'Wanneer komt u?' });
    expect(answer.status).toBe(200);
    expect((await portal.record('Deals', id)).portal_declined_at).not.toBeNull();
    expect(await left(id)).toEqual({ notes: 0, tasks: [true] });
  });
});

test.each([
  { rule: { notesPermitted: false }, path: 'notes' },
  { rule: { attachmentsPermitted: false }, path: 'photos' },
])(
  'I14 a part that the API user may not read says so, and asks nobody to try again in a minute ($path)',
  async ({ rule, path }) => {
    await portal.sandbox('PATCH', '/sandbox/behaviours', rule);
    const { status, body } = await staff.get(`${ADMIN}/contacts/${portal.as('bram').contactId}/${path}`);
    expect([status, body.error, body.detail]).toEqual([
      503,
      'crm_unavailable',
      expect.stringContaining('geen toestemming'),
    ]);
  },
);

describe('I14 every screen answers with each rule of an administrator, and with all of them', () => {
  const rules = Object.entries(ALL_RULES).filter(([name]) => name !== 'readScopesMissing');
  const WAYS: [string, object][] = [
    ...rules.map(([name, value]): [string, object] => [name, { [name]: value }]),
    ...rules.map(([name, value]): [string, object] => [
      `${name}, by scope`,
      { [name]: value, readScopesMissing: true },
    ]),
    ['all of them', { ...ALL_RULES, readScopesMissing: false }],
    ['all of them, by scope', ALL_RULES],
  ];

  test.each(WAYS)('%s', async (_, ways) => {
    await portal.sandbox('PATCH', '/sandbox/behaviours', ways);
    await portal.restart();
    const [bram, eva, fatima] = [portal.as('bram'), portal.as('eva'), portal.as('fatima')];
    const answers = {
      stats: await staff.get('/api/admin/stats'),
      list: await staff.get(ADMIN),
      next: await staff.post(`${ADMIN}/next`, {}),
      search: await staff.get(`${ADMIN}/search?q=hof`),
      panel: await staff.get(`${ADMIN}/contacts/${bram.contactId}`),
      signed: await staff.get(`${ADMIN}/contacts/${eva.contactId}`),
      verify: await bram.get('/api/contacts/verify'),
      quote: await bram.get(`/api/contacts/deals/${bram.dealIds[0]}`),
      older: await fatima.get(`/api/contacts/deals/${fatima.dealIds[0]}`),
      order: await eva.get(`/api/contacts/deals/${eva.dealIds[0]}`),
      pdf: await bram.get(`/api/contacts/deals/${bram.dealIds[0]}/offerte.pdf`),
      viewed: await bram.post(`/api/contacts/deals/${bram.dealIds[0]}/viewed`),
      link: await staff.act({ action: 'send-link', contactId: bram.contactId }),
    };
    const failed = Object.entries(answers).filter(([, { status }]) => status !== 200);
    expect(failed.map(([name, { status }]) => [name, status])).toEqual([]);
  });

  test.each([false, true])(
    'a quote is signed and withdrawn from with all of them (by scope %s)',
    async (readScopesMissing) => {
      await portal.sandbox('PATCH', '/sandbox/behaviours', { ...ALL_RULES, readScopesMissing });
      await portal.restart();
      const bram = portal.as('bram');
      const path = `/api/contacts/deals/${bram.dealIds[0]}`;
      const { fingerprint } = (await bram.get(path)).body.deal as { fingerprint: string };
      const body = { survey1_approve_clicked: true, gaikan_signature_plain: 'Bram', fingerprint };
      expect((await bram.post(`${path}/approve`, body)).status).toBe(200);
      expect((await bram.post(`${path}/withdraw`, {})).status).toBe(200);
      expect(await portal.record('Deals', bram.dealIds[0] ?? '')).toMatchObject({
        gaikan_signature_plain: 'Bram',
        portal_withdrawn_at: expect.any(String),
      });
    },
  );
});
