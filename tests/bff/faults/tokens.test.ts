import { describe, expect, test } from 'vitest';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { expectReported, startWork } from './at-work.ts';

// Faults 16, 17, 18 and 33. tests/crm-contract/token.test.ts, where the clock can be moved, proves that an old token is
// used while no new one is available.

type Work = Awaited<ReturnType<typeof startWork>>;

/** The portal's own token calls; the test itself uses another token. */
async function tokenCallsDuring({ portal }: Work, work: () => Promise<unknown>): Promise<number> {
  await portal.sandbox('DELETE', '/sandbox/requests');
  await work();
  const requests = await portal.requests();
  return requests.filter(({ path }) => path.startsWith('/oauth')).length;
}

describe.concurrent('reliability §2.2 tokens', () => {
  test('fault 16: if the token expires during twenty calls, it is refreshed once, and nobody notices', async (context) => {
    const work = await startWork(context);
    const { fault, look, open, save } = work;
    await look();
    await fault({ kind: 'expire-token', times: 1 });
    const all = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => [look, open, save][n % 3]?.()));
      expect(answers.map((answer) => answer?.status)).toEqual(Array(20).fill(200));
    };
    expect(await tokenCallsDuring(work, all)).toBe(1);
  });

  test.for<[string, object]>([
    ['fault 17: 400', { kind: 'status', status: 400 }],
    ['fault 17: 429', { kind: 'status', status: 429 }],
    ['fault 17: a page', { kind: 'html' }],
    ['fault 17: a reset', { kind: 'reset' }],
  ])(
    '%s at the token endpoint is reported, the endpoint is rarely asked again, and requests succeed once it works',
    async ([, broken], context) => {
      const work = await startWork(context);
      const { portal, fault, calm, healed, look, save, open } = work;
      await fault({ ...broken, match: '/oauth' });
      await portal.restart();
      const many = async () => {
        for (let round = 0; round < 10; round += 1) {
          for (const answer of await Promise.all([look(), save(), open()])) expectReported(answer, 'crm_unavailable');
        }
      };
      expect(await tokenCallsDuring(work, many)).toBeLessThanOrEqual(2);
      expect((await portal.call('GET', '/readyz')).status).toBe(200);
      await calm();
      await healed(look);
    },
  );

  test('fault 17: while the token endpoint is blocked for long, the answer says when to try again', async (context) => {
    const { portal, look } = await startWork(context, { tokenGrants: 1 }, { CRM_REFRESH_TOKEN: 'blocked' });
    expect((await look()).status).toBe(200);
    await portal.restart();
    const answer = await look();
    expectReported(answer, 'crm_unavailable');
    expect(portal.logged()).toContain('"crmCode":"access_denied"');
  });

  test('fault 18: a revoked refresh token is reported in every answer and in the log, is not asked for in a loop, and /readyz says ready', async (context) => {
    const work = await startWork(context, { strict: true }, { CRM_REFRESH_TOKEN: 'revoked', ...CREDENTIALS });
    const { portal, look, save, open, leads, noAnswer } = work;
    const all = async () => {
      for (const answer of await Promise.all([look(), save(), open(), leads(), noAnswer('outcome-1')])) {
        expectReported(answer, 'crm_unavailable');
      }
    };
    expect(await tokenCallsDuring(work, all)).toBeLessThanOrEqual(1);
    expect(portal.logged()).toContain('"crmCode":"invalid_code"');
    expect((await portal.call('GET', '/readyz')).status).toBe(200);
    expect(String((await portal.call('GET', '/metrics')).body)).toContain('outcome="unauthorized"');
  });

  test.for([10, -10])(
    'fault 33: everything works with a CRM whose clock is %i minutes off',
    async (minutes, context) => {
      const crmClock = { now: () => Date.now() + minutes * 60_000 };
      const { portal, save } = await startWork(context, { clock: crmClock });
      expect((await save()).status).toBe(200);
      const before = Date.now();
      await pdfDesk(portal).sign('bram', 'Bram');
      const notes = await portal.related('Deals', portal.as('bram').dealId, 'Notes', 'Note_Content');
      const [, signedAt = ''] = /Tijd \(server\): (\S+)/.exec(String(notes[0]?.Note_Content)) ?? [];
      expect(Math.abs(Date.parse(signedAt) - before)).toBeLessThan(30_000);
    },
  );

  test('fault 33: changing our own clock does not affect the token', async (context) => {
    const work = await startWork(context);
    const { pass, look, save } = work;
    await look();
    const skewed = async () => {
      for (const ms of [10 * 60_000, -20 * 60_000]) {
        pass(ms);
        expect([(await look()).status, (await save()).status]).toEqual([200, 200]);
      }
    };
    expect(await tokenCallsDuring(work, skewed)).toBe(0);
  });
});

const CREDENTIALS = { CRM_CLIENT_ID: '1000.SANDBOX', CRM_CLIENT_SECRET: 'sandbox-secret' };
