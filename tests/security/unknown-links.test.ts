import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnknownLinks } from '../../bff/access/link-limits.ts';
import { ProblemError } from '../../bff/http/problems.ts';
import { InMemoryStore } from '../../bff/shared-store/shared-store.ts';

// The limits for a link that is not known to be real, and which visitors have to wait because of which others.

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
  /** `real`, or the code of the refusal. */
  outcome: Promise<string>;
  answer(isReal: boolean): void;
  hangUp(): void;
}

/** A look-up that the CRM answers when the test says so. */
function ask(ip: string): Asked {
  const gone = new AbortController();
  const crm = Promise.withResolvers<boolean>();
  let isReal = false;
  const asked: Asked = {
    answer: crm.resolve,
    hangUp: () => gone.abort(),
    outcome: links
      .run({
        ip,
        gone: gone.signal,
        isProven: () => isReal,
        work: async (manyGuess) => {
          asked.manyGuess = manyGuess;
          isReal = await crm.promise;
          if (!isReal) throw new ProblemError('unknown_link');
          return 'real';
        },
      })
      .catch((error: ProblemError) => error.code ?? 'gone'),
  };
  return asked;
}

const isLookedUp = ({ manyGuess }: Asked) => manyGuess !== undefined;
/** Resolves when everything that needs no CRM answer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const guess = (ip: string) => {
  const asked = ask(ip);
  asked.answer(false);
  return asked.outcome;
};
const hours = (count: number) => {
  clock.time += count * 3_600_000;
};

test('400 real links behind one address are all served, first come first served', async () => {
  const people = Array.from({ length: 400 }, () => ask(GUESSER));
  await settled();
  expect(people.map(isLookedUp).indexOf(false)).toBe(PER_ADDRESS);
  for (const each of people) each.answer(true);
  expect(await Promise.all(people.map(({ outcome }) => outcome))).toEqual(people.map(() => 'real'));
});

test('unknown links count and real links do not; a visitor who disconnects before the answer counts too', async () => {
  for (let n = 0; n < PER_ADDRESS - 1; n += 1) {
    const real = ask(GUESSER);
    real.answer(true);
    expect(await real.outcome).toBe('real');
    const gone = ask(GUESSER);
    await settled();
    gone.hangUp();
    gone.answer(false);
    await gone.outcome;
    await settled();
  }
  expect([await guess(GUESSER), await guess(GUESSER)]).toEqual(['unknown_link', 'too_many']);
});

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
