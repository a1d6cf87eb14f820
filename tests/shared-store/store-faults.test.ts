import { Redis } from 'ioredis';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN } from '../bff/staff.ts';
import { startWithStore } from './portal-with-store.ts';
import { slowWayTo } from './redis-server.ts';

/** A setting that an operator may make by accident. */
const PASSWORD = 'of-an-operator';

const at = await startWithStore();
afterAll(() => at.close());

describe('faults of the store that several processes share', () => {
  describe('when the store fails', () => {
    const isUp = (value: number) =>
      expect
        .poll(() => Promise.all(at.portal.processes.map((each) => each.metric('shared_store_up'))))
        .toEqual([value, value, value]);

    test.each([
      ['hangs', () => at.store.hang(), () => at.store.goOn()],
      ['is killed', () => at.store.kill(), () => at.store.restart()],
      [
        'is full',
        () => at.command('CONFIG', 'SET', 'maxmemory', '1'),
        () => at.command('CONFIG', 'SET', 'maxmemory', '0'),
      ],
      ['is a replica', () => at.command('REPLICAOF', '127.0.0.1', '1'), () => at.command('REPLICAOF', 'NO', 'ONE')],
    ] as const)(
      'a store that %s is logged, fails no request, lifts no limit, and is used again when it is back',
      async (what, fail, mend) => {
        await at.portal.sandbox('DELETE', '/sandbox/requests');
        onTestFinished(mend);
        await fail();
        for (let round = 1; round <= 2; round += 1) {
          expect(await at.everybodyAtWork(`${what} ${round}`)).toEqual(['200 ok']);
        }
        const statuses: number[] = [];
        for (let n = 0; n < 24; n += 1) {
          const headers = { 'x-forwarded-for': `198.51.100.${what.length}` };
          const hash = `sandbox-guess-${what.length}${String(n).padStart(12, '0')}`;
          statuses.push((await at.ask('GET', '/api/contacts/verify', { hash, headers })).status);
        }
        // Each process allows a third of the twelve of one address.
        expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(12);
        const wrong = { authorization: 'd'.repeat(64), 'x-forwarded-for': `198.51.101.${what.length}` };
        const tried = await Promise.all(Array.from({ length: 15 }, () => at.ask('GET', ADMIN, { headers: wrong })));
        expect(tried.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(9);
        await isUp(0);
        const calls = await at.crmCalls();
        expect(calls.filter(({ status, path }) => status === 429 || path.startsWith('/oauth'))).toEqual([]);
        await mend();
        await isUp(1);
        expect(at.portal.logged()).toContain('the shared store does not answer');
        expect(await at.everybodyAtWork(`${what} over`)).toEqual(['200 ok']);
      },
      60_000,
    );

    test.each([
      ['is not there', () => at.store.kill(), () => at.store.restart()],
      ['wants another password', () => at.command('CONFIG', 'SET', 'requirepass', PASSWORD), forgetPassword],
    ] as const)(
      'a process that starts while it %s is ready, and hears the others when that is over',
      async (_what, fail, mend) => {
        onTestFinished(mend);
        await fail();
        const late = await at.portal.start();
        onTestFinished(() => late.stop());
        expect((await late.call('GET', '/readyz')).status).toBe(200);
        expect(await late.metric('shared_store_up')).toBe(0);
        await mend();
        await expect.poll(() => late.metric('portal_processes')).toBe(4);
        const { contactId } = at.person('carla');
        const presence = async (process: typeof late, colleague: number, open: boolean) => {
          const headers = at.asStaff(colleague);
          const { body } = await process.call('POST', `${ADMIN}/contacts/${contactId}/presence`, {
            body: { open },
            headers,
          });
          return (body.result as { openedBy: unknown[] }).openedBy;
        };
        const heardByLate = async () => {
          for (const process of at.portal.processes) await presence(process, 0, true);
          return presence(late, 1, false);
        };
        await expect.poll(heardByLate).toHaveLength(1);
      },
      30_000,
    );
  });

  test('made-up, moved or changed values in the store stop no process and fail no request', async () => {
    const isUp = () => expect.poll(() => at.portal.processes[0]?.metric('shared_store_up')).toBe(1);
    const redis = new Redis(at.store.url);
    onTestFinished(async () => {
      await redis.flushall();
      redis.disconnect();
      await isUp();
    });
    const asNewcomer = async () => {
      const late = await at.portal.start();
      const { status } = await late.call('GET', '/api/contacts/verify', { hash: at.person('bram').hash });
      await late.stop();
      return status;
    };
    await isUp();
    const heard = new Redis(at.store.url);
    onTestFinished(() => heard.disconnect());
    const news: [channel: string, sealed: string][] = [];
    heard.on('pmessage', (_pattern, channel, sealed) => news.push([channel, sealed]));
    await heard.psubscribe('*');
    const guess = { authorization: 'e'.repeat(64), 'x-forwarded-for': '192.0.2.51' };
    for (let n = 0; n < 5; n += 1) await at.ask('GET', ADMIN, { headers: guess });
    expect(await asNewcomer()).toBe(200);
    expect(await at.everybodyAtWork('before')).toEqual(['200 ok']);
    await expect.poll(() => news.length).toBeGreaterThan(0);
    const [[channel, message] = ['', '']] = news;
    const kinds = await Promise.all(['token', 'press', 'throttle'].map((kind) => redis.keys(`*:${kind}:*`)));
    const places = kinds.map(([place = '']) => place);
    const [token, press, throttle] = (await redis.mget(places)).map((text) => text ?? '');

    for (const text of [token, press, throttle, '', '{"from":null}', 'A'.repeat(1_000_000)]) {
      await redis.publish(channel, text ?? '');
    }
    for (const [n, text] of [throttle, message, 'A'.repeat(1_000_000)].entries()) {
      await redis.set(places[n] ?? '', text ?? '', 'KEEPTTL');
    }
    expect(await asNewcomer()).toBe(200);
    expect(await at.everybodyAtWork('moved')).toEqual(['200 ok']);
    for (const place of await redis.keys('*')) {
      await redis.multi().del(place).hset(place, 'a', 'b').exec();
    }
    expect(await at.everybodyAtWork('in another form')).toEqual(['200 ok']);
  });

  test('a slow store makes requests slow, and fails none', async () => {
    const way = await slowWayTo(at.store.url, 100);
    onTestFinished(() => void way.close());
    const slow = await at.portal.start(way.url);
    onTestFinished(() => slow.stop());
    const { contactId } = at.person('eva');
    const press = (process = slow) =>
      process.call('POST', `${ADMIN}/action`, {
        body: { action: 'note', contactId, note: 'Traag gedrukt' },
        headers: at.asStaff(0, 'press-on-slow-store'),
      });
    const answers = await Promise.all([press(), press(at.portal.processes[0])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await at.timesWritten('Traag gedrukt')).toBe(1);
  });
});

async function forgetPassword(): Promise<void> {
  const redis = new Redis(at.store.url, { password: PASSWORD });
  await redis.config('SET', 'requirepass', '');
  redis.disconnect();
}
