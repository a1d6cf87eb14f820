import { describe, expect, test } from 'vitest';
import { limitKey } from '../../bff/access/caller-address.ts';
import { LinkRequests } from '../../bff/contact/send-link.ts';
import { InMemoryStore, WindowLimit } from '../../bff/shared-store/shared-store.ts';
import { ownPortal } from '../bff/own-portal.ts';

describe('security 37 limits count per caller', () => {
  test.each([
    ['the same network, another host', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['the same network with its zeros left out', '2001:db8::1', '2001:db8::2:3:4:5', true],
    ['the same network with zeros left out of its middle', '2001::a:1:2:3:4', '2001:0:0:a:9:9:9:9', true],
    ['the same network, written in full', '2001:db8::1', '2001:0DB8:0000:0000:0000:0000:0000:0009', true],
    ['the next network', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['a network of another provider', '2001:db8:1:2::1', '2a02:db8:1:2::1', false],
    ['another network behind the same zeros', '2001:db8::1', '2001:db8:0:1::1', false],
    ['IPv4 inside IPv6 and itself', '::ffff:192.0.2.7', '192.0.2.7', true],
    ['two IPv4 addresses inside IPv6', '::ffff:192.0.2.7', '::ffff:192.0.2.8', false],
    ['two of them in hexadecimal', '::ffff:c000:207', '::ffff:c000:208', false],
    ['one of them written out and itself', '0:0:0:0:0:FFFF:C000:0207', '192.0.2.7', true],
    ['two IPv4 addresses', '192.0.2.7', '192.0.2.8', false],
    ['with and without a port, and another port', '192.0.2.7:50122', '192.0.2.7', true],
    ['an IPv6 address with a port', '[2001:db8:1:2::1]:443', '2001:db8:1:2::1', true],
    ['a text that is not an address', 'unknown', 'made up', true],
    ['with and without a zone', 'fe80::1%eth0', 'fe80::2', true],
  ])('security 37 %s', (_, one, other, isSame) => {
    expect(limitKey(one) === limitKey(other)).toBe(isSame);
  });

  test('security 37 a limit remembers a bounded number of keys, the most recent ones', async () => {
    const limit = new WindowLimit(1, 60_000, { now: () => 1_000_000 });
    await limit.take('the first');
    for (let n = 0; n < 10_000; n += 1) await limit.take(`key ${n}`);
    expect(await limit.left('key 9999')).toBe(0);
    expect(await limit.left('the first')).toBe(1);
  });

  test('security 37 behind a proxy too, requests for a link are limited, whatever addresses a caller claims to have', async () => {
    const portal = await ownPortal({ LINK_REQUESTS_PER_IP: '3', TRUST_PROXY: '1' });
    const ask = async (forwarded: string, n: number) => {
      const headers = { 'x-forwarded-for': forwarded };
      const body = { email: `iemand${n}@example.nl` };
      return (await portal.call('POST', '/api/contacts/link', { body, headers })).status;
    };
    const asked: number[] = [];
    for (let n = 0; n < 6; n += 1) asked.push(await ask(`192.0.2.${n}, 2001:db8::${n}:1:1:1`, n));
    expect(asked).toEqual([202, 202, 202, 429, 429, 429]);
    expect(await ask('2001:db8:0:1::1', 9)).toBe(202);
  });

  test('security 37 one address is sent its link three times an hour, however often and from wherever it is requested', async () => {
    const portal = await ownPortal({ LINK_REQUESTS_PER_IP: '1000' });
    const { Email } = await portal.record('Contacts', portal.as('bram').contactId);
    for (let n = 0; n < 6; n += 1) {
      const email = n % 2 === 0 ? String(Email) : String(Email).toUpperCase();
      expect((await portal.call('POST', '/api/contacts/link', { body: { email } })).status).toBe(202);
    }
    await portal.settled();
    expect(await portal.outbox()).toHaveLength(3);
  });

  test('security 37 the limit of a mail address is not forgotten, though 20,000 callers each name another one', async () => {
    const clock = { time: 1_000_000, now: () => clock.time };
    const requests = new LinkRequests(10, new InMemoryStore(clock));
    let lookUps = 0;
    const ask = (ip: string, mailAddress: string) =>
      requests.run(ip, mailAddress, async () => {
        lookUps += 1;
      });
    for (let n = 1; n <= 3; n += 1) await ask(`192.0.2.${n}`, 'bram@example.nl');
    for (let n = 0; n < 20_000; n += 1) await ask(`10.0.${n >> 8}.${n & 255}`, `iemand${n}@example.nl`);
    expect(lookUps).toBe(20_003);
    await ask('192.0.2.9', 'Bram@example.nl');
    expect(lookUps).toBe(20_003);
    clock.time += 60 * 60_000;
    await ask('192.0.2.10', 'bram@example.nl');
    expect(lookUps).toBe(20_004);
  });

  test('security 37 a visitor who requests a link while others use up the shared limit keeps their own limit afterwards', async () => {
    const clock = { time: 1_000_000, now: () => clock.time };
    const requests = new LinkRequests(10, new InMemoryStore(clock));
    const isHeard = (ip: string, mailAddress: string) =>
      requests
        .run(ip, mailAddress, async () => {})
        .then(
          () => true,
          () => false,
        );
    const household = (n: number) => isHeard('192.0.2.99', `${n}@example.nl`);
    expect(await household(0)).toBe(true);
    for (let n = 0; n < 40; n += 1) await isHeard(`198.51.100.${n % 4}`, `iemand${n}@example.nl`);
    for (let n = 1; n <= 12; n += 1) expect(await household(n)).toBe(false);
    clock.time += 60_000;
    expect(await household(13)).toBe(true);
  });

  test('security 37 a failed look-up is not counted: after an outage the next request is mailed', async () => {
    const portal = await ownPortal({ LINK_REQUESTS_PER_IP: '1000' });
    const { Email } = await portal.record('Contacts', portal.as('bram').contactId);
    const ask = async () => (await portal.call('POST', '/api/contacts/link', { body: { email: Email } })).status;
    await portal.fault({ match: '/coql', kind: 'status', status: 403 });
    expect([await ask(), await ask(), await ask()]).toEqual([503, 503, 503]);
    await portal.noFaults();
    expect(await ask()).toBe(202);
    await expect.poll(() => portal.outbox()).toHaveLength(1);
  });
});
