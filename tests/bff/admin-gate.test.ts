import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AdminThrottle } from '../../bff/access/admin-login.ts';
import { InMemoryStore } from '../../bff/shared-store/shared-store.ts';
import { openPortal, ownPortal } from './own-portal.ts';
import { ADMIN_DIGEST } from './portal.ts';
import { ADMIN } from './staff.ts';

const portal = await openPortal();

const login = (authorization: string | undefined, at = portal) =>
  at.call('POST', '/api/admin/login', { body: {}, headers: authorization === undefined ? {} : { authorization } });

describe('§7.4 login', () => {
  test('§7.4 the right digest logs in without a CRM call', async () => {
    const calls = await portal.crmCallsOf(async () => {
      expect(await login(ADMIN_DIGEST)).toMatchObject({ status: 200, body: { result: true } });
    });
    expect(calls).toEqual([]);
  });

  test('§6 the password is checked before the body is read', async () => {
    const answer = await portal.call('POST', `${ADMIN}/action`, { body: '{not json' });
    expect(answer.status).toBe(401);
  });
});

describe('B5 guessing', () => {
  test('B5 a request without a password is refused, and is no guess: the right password works at once', async () => {
    for (let n = 0; n < 10; n += 1) expect((await portal.call('GET', '/api/admin/stats')).status).toBe(401);
    expect((await login(ADMIN_DIGEST)).status).toBe(200);
  });

  test('B5 after five wrong passwords an address waits, longer each time, also with the right password', async () => {
    const own = await ownPortal();
    for (let n = 0; n < 5; n += 1) expect((await login(hash('sha256', `guess ${n}`), own)).status).toBe(401);
    const blocked = await login(hash('sha256', 'guess 6'), own);
    expect([blocked.status, blocked.body.error]).toEqual([429, 'too_many']);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await login(ADMIN_DIGEST, own)).status).toBe(429);
    expect((await own.call('GET', '/api/admin/stats', { headers: { authorization: ADMIN_DIGEST } })).status).toBe(429);
  });

  test('B5 colleagues behind one address keep working on devices that logged in before, while a stranger guesses there', async () => {
    const own = await ownPortal();
    const { deviceToken } = (await login(ADMIN_DIGEST, own)).body;
    const device = { 'x-device-token': String(deviceToken) };
    const asColleague = (path: string, authorization = ADMIN_DIGEST) =>
      own.call('GET', path, { headers: { authorization, ...device } });
    for (let n = 0; n < 60; n += 1) await login(hash('sha256', `guess ${n}`), own);
    expect((await login(ADMIN_DIGEST, own)).status).toBe(429);
    expect((await asColleague('/api/admin/stats')).status).toBe(200);

    const made = { 'x-device-token': `${String(deviceToken).slice(0, -1)}-` };
    const headers = { authorization: ADMIN_DIGEST, ...made };
    expect((await own.call('GET', '/api/admin/stats', { headers })).status).toBe(429);
    for (let n = 0; n < 5; n += 1) await asColleague('/api/admin/stats', hash('sha256', `guess with a token ${n}`));
    expect((await asColleague('/api/admin/stats')).status).toBe(429);
  });

  test('B5 an IPv6 /48 counts as one caller after twenty wrong passwords, and locks out nobody else', async () => {
    const own = await ownPortal({ TRUST_PROXY: '1' });
    const loginFrom = (ip: string, authorization: string) =>
      own.call('POST', '/api/admin/login', { body: {}, headers: { authorization, 'x-forwarded-for': ip } });
    const guess = async (n: number) =>
      (await loginFrom(`2001:db8:7:${n.toString(16)}::1`, hash('sha256', `${n}`))).status;
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(25);
    expect((await loginFrom('2001:db8:7:ffff::1', ADMIN_DIGEST)).status).toBe(429);
    // Even more than twenty correct passwords use up no tries.
    for (let n = 0; n < 25; n += 1) {
      expect((await loginFrom('2001:db8:8::1', ADMIN_DIGEST)).status).toBe(200);
    }
  });

  test('B5 a device that logged in stays known for ninety days', async () => {
    const clock = { days: 0, now: () => Date.now() + clock.days * 24 * 60 * 60_000 };
    const own = await ownPortal({}, clock);
    const { deviceToken } = (await login(ADMIN_DIGEST, own)).body;
    const headers = { authorization: ADMIN_DIGEST, 'x-device-token': String(deviceToken) };
    const statuses: number[] = [];
    for (clock.days of [89, 91]) {
      for (let n = 0; n < 6; n += 1) await login(hash('sha256', `guess ${n}`), own);
      statuses.push((await own.call('POST', '/api/admin/login', { body: {}, headers })).status);
    }
    expect(statuses).toEqual([200, 429]);
  });

  test('B5 no wait is longer than a minute, and a window ends', async () => {
    const clock = { time: 1_000_000, now: () => clock.time };
    const throttle = new AdminThrottle(new InMemoryStore(clock));
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      await throttle.failed('10.0.0.1');
      waits.push((await throttle.waitMs('10.0.0.1')) / 1000);
      clock.time += await throttle.waitMs('10.0.0.1');
    }
    expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 60, 60]);
    clock.time += 15 * 60_000;
    await throttle.failed('10.0.0.1');
    expect(await throttle.waitMs('10.0.0.1')).toBe(0);
  });

  test('B5 guesses from many addresses together leave each new address one try', async () => {
    const clock = { time: 1_000_000, now: () => clock.time };
    const throttle = new AdminThrottle(new InMemoryStore(clock));
    for (let n = 0; n < 50; n += 1) await throttle.failed(`10.9.0.${n}`);
    expect(await throttle.waitMs('10.8.0.1')).toBe(0);
    await throttle.failed('10.8.0.1');
    expect(await throttle.waitMs('10.8.0.1')).toBe(5_000);
  });
});

describe('B5 which passwords there are', () => {
  test('B5, security 14 each of several digests logs in, and a digest that was replaced no longer does', async () => {
    const own = await ownPortal({
      ADMIN_PASSWORD_SHA256: `${hash('sha256', 'the old one')},${hash('sha256', 'the new one')}`,
    });
    expect((await login(hash('sha256', 'the old one'), own)).status).toBe(200);
    expect((await login(hash('sha256', 'the new one'), own)).status).toBe(200);
    expect((await login(ADMIN_DIGEST, own)).status).toBe(401);
  });

  test('B5 a sandbox without a password lets nobody in', async () => {
    const own = await ownPortal({ ADMIN_PASSWORD_SHA256: '' });
    expect((await login(ADMIN_DIGEST, own)).status).toBe(401);
    expect((await login(hash('sha256', ''), own)).status).toBe(401);
  });
});
