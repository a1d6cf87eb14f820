import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnknownLinks } from '../../bff/access/link-limits.ts';
import { ProblemError } from '../../bff/http/problems.ts';
import { InMemoryStore } from '../../bff/shared-store/shared-store.ts';

// The limits for a link that is not known to be real, and which visitors have to wait because of which others. The other
// visitors of one address: strangers.test.ts.

const PER_MINUTE = 60;
const PER_ADDRESS = PER_MINUTE / 2;
const GUESSER = '198.51.100.1';
const SOMEONE = '203.0.113.1';

let links: UnknownLinks;
const clock = { time: 1_000_000, now: () => clock.time };
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  links = new UnknownLinks(PER_MINUTE, new InMemoryStore(clock));
});
afterEach(() => {
  vi.useRealTimers();
});

interface Asked {
  /** Whether the link alone is looked up first, because of many guesses; undefined before it is looked up. */
  manyGuess?: boolean;
  /** The code of the refusal. */
  outcome: Promise<string>;
}

/** A look-up of a link that the CRM does not know. */
function ask(ip: string): Asked {
  const work = async (manyGuess: boolean) => {
    asked.manyGuess = manyGuess;
    throw new ProblemError('unknown_link');
  };
  const run = links.run({ ip, gone: new AbortController().signal, isProven: () => false, work });
  const asked: Asked = { outcome: run.catch((error: ProblemError) => error.code) };
  return asked;
}

const isLookedUp = ({ manyGuess }: Asked) => manyGuess !== undefined;
/** Resolves when everything that needs no CRM answer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const guess = (ip: string) => ask(ip).outcome;
const hours = (count: number) => {
  clock.time += count * 3_600_000;
};

test('a fault of the CRM does not count against the visitor', async () => {
  const work = () => Promise.reject(new ProblemError('crm_unavailable'));
  for (let n = 0; n < 2 * PER_ADDRESS; n += 1) {
    const asked = { ip: GUESSER, gone: new AbortController().signal, isProven: () => false, work };
    await expect(links.run(asked)).rejects.toThrow(expect.objectContaining({ code: 'crm_unavailable' }));
  }
  expect(await guess(GUESSER)).toBe('unknown_link');
});

test('an address may try 30 unknown links in a minute and 120 in an hour; an IPv6 /64 counts as one address', async () => {
  for (const ip of [GUESSER, '2001:db8:7:1::1']) {
    links = new UnknownLinks(PER_MINUTE, new InMemoryStore(clock));
    for (let minute = 0; minute < 4; minute += 1) {
      clock.time += 60_000;
      for (let n = 0; n < PER_ADDRESS; n += 1) expect(await guess(ip)).toBe('unknown_link');
      expect(await guess(ip)).toBe('too_many');
    }
    clock.time += 60_000;
    expect(await guess(ip.replace('::1', '::2'))).toBe('too_many');
    hours(1);
    expect(await guess(ip)).toBe('unknown_link');
  }
});

test('after all addresses together tried 60 unknown links in a minute, look-ups wait up to half a second; nobody is refused', async () => {
  for (let n = 0; n < PER_MINUTE; n += 1) expect(await guess(`198.51.100.${n}`)).toBe('unknown_link');
  const people = [SOMEONE, '203.0.113.2', '203.0.113.3'].map(ask);
  await settled();
  expect(people.map(isLookedUp)).toEqual([false, false, false]);
  vi.advanceTimersByTime(500);
  await settled();
  expect(people.map(({ manyGuess }) => manyGuess)).toEqual([true, true, true]);
  clock.time += 60_000;
  const later = ask('203.0.113.4');
  await settled();
  expect(later.manyGuess).toBe(false);
});

test('after 600 unknown links in an hour, look-ups wait up to three seconds', async () => {
  for (let minute = 0; minute < 10; minute += 1) {
    clock.time += 60_000;
    for (let n = 0; n < PER_MINUTE; n += 1) await guess(`198.51.${minute}.${n}`);
  }
  clock.time += 60_000;
  const newcomer = ask(SOMEONE);
  await settled();
  vi.advanceTimersByTime(2_999);
  await settled();
  expect(isLookedUp(newcomer)).toBe(false);
  vi.advanceTimersByTime(1);
  await settled();
  expect(isLookedUp(newcomer)).toBe(true);
  hours(1);
  const later = ask('203.0.113.4');
  await settled();
  expect(isLookedUp(later)).toBe(true);
});
