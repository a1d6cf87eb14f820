import { beforeEach, expect, test, vi } from 'vitest';
import { UnknownLinks } from '../../bff/access/unknown-links.ts';
import { ProblemError } from '../../bff/http/problems.ts';
import { InMemoryStore } from '../../bff/shared-store/in-memory-store.ts';
import { type Asked, askThrough, isLookedUp, outcomeNow, settled } from './look-up.ts';

// Who is looked up, in which order, and what is charged for it. Three look-ups are in progress at once (of eight CRM calls).

const PER_MINUTE = 60;
const PER_ADDRESS = PER_MINUTE / 2;
const GUESSER = '198.51.100.1';
const CROWD = Array.from({ length: 3 }, (_, n) => `192.0.2.${n + 1}`);

let links: UnknownLinks;
const clock = { time: 1_000_000, now: () => clock.time };
beforeEach(() => {
  links = new UnknownLinks(PER_MINUTE, 8, new InMemoryStore(clock));
});

const ask = (ip: string) => askThrough(links, ip);
const guess = (ip: string) => {
  const asked = ask(ip);
  asked.answer(false);
  return asked.outcome;
};

async function timesEach(outcomes: Promise<string>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

test('45 at once from one address: 30 are looked up, 15 are refused and leave their places to others', async () => {
  const guesses = Array.from({ length: 45 }, () => guess(GUESSER));
  expect(await timesEach(guesses)).toEqual({ unknown_link: PER_ADDRESS, too_many: 15 });
  const newcomers = CROWD.map(ask);
  await settled();
  expect(newcomers.map(isLookedUp)).toEqual([true, true, true]);
});

test('three at once; who has one in progress waits behind who has none', async () => {
  const first = CROWD.map(ask);
  const second = CROWD.map(ask);
  const newcomer = ask(GUESSER);
  await settled();
  expect([first, second].map((each) => each.map(isLookedUp))).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
  first[0]?.answer(true);
  await settled();
  expect([isLookedUp(newcomer), ...second.map(isLookedUp)]).toEqual([true, false, false, false]);
});

test('at one address who came first goes first; addresses take turns', async () => {
  const early = Array.from({ length: 10 }, () => ask(GUESSER));
  for (const each of early.slice(0, 5)) {
    each.answer(true);
    await each.outcome;
  }
  const late = ask(GUESSER);
  const others = CROWD.map(ask);
  const next = async (...answered: Asked[]) => {
    for (const each of answered) {
      each.answer(true);
      await each.outcome;
    }
    await settled();
    return [...early.slice(8), late, ...others].map(isLookedUp);
  };
  expect(await next(...early.slice(5, 8))).toEqual([false, false, false, true, true, true]);
  const [one, ...rest] = others;
  expect((await next(...(one ? [one] : []))).slice(0, 3)).toEqual([true, false, false]);
  expect(await next(...rest)).toEqual([true, true, true, true, true, true]);
});

test('a call that its page’s answer lets through takes no turn: who comes later does not wait behind the whole address', async () => {
  const pages = Array.from({ length: 10 }, () => ask(GUESSER));
  const calls = Array.from({ length: 10 }, () => ask(GUESSER));
  await settled();
  pages[0]?.answer(true);
  calls[0]?.prove();
  await settled();
  const newcomer = ask('203.0.113.1');
  pages[1]?.answer(true);
  await settled();
  pages[2]?.answer(true);
  await settled();
  expect([newcomer, ...pages.slice(5)].map(isLookedUp)).toEqual([true, false, false, false, false, false]);
});

test('thirteen addresses that ask at once, as many each as one likes, turn no household away', async () => {
  for (let n = 0; n < 13 * 200; n += 1) void ask(`198.51.100.${n % 13}`);
  const household = ['203.0.113.1', '203.0.113.1', '203.0.113.1'].map(ask);
  expect(await Promise.all(household.map(outcomeNow))).toEqual(['none yet', 'none yet', 'none yet']);
});

test('who was answered is no longer counted as in progress', async () => {
  for (let n = 0; n < 3; n += 1) {
    const asked = ask(GUESSER);
    asked.answer(true);
    await asked.outcome;
  }
  const crowd = CROWD.map(ask);
  const first = ask(GUESSER);
  const second = ask('203.0.113.1');
  await settled();
  crowd[0]?.answer(true);
  await settled();
  expect([first, second].map(isLookedUp)).toEqual([true, false]);
});

test('when one of two is answered, the other still counts as in progress', async () => {
  const [one] = [GUESSER, GUESSER].map(ask);
  const crowd = ask('192.0.2.1');
  await settled();
  one?.answer(true);
  await settled();
  ask('192.0.2.2');
  const third = ask(GUESSER);
  const newcomer = ask('203.0.113.1');
  await settled();
  crowd.answer(true);
  await settled();
  expect([third, newcomer].map(isLookedUp)).toEqual([false, true]);
});

test('who waits for a place while another look-up proves the link needs none', async () => {
  const crowd = CROWD.map(ask);
  const [waiting, other] = [ask(GUESSER), ask('203.0.113.1')];
  await settled();
  waiting.prove();
  await settled();
  expect([waiting, other].map(isLookedUp)).toEqual([true, false]);
  crowd[0]?.answer(true);
  await settled();
  expect(isLookedUp(other)).toBe(true);
});

test('real links are free, unknown ones are charged, and so is who hangs up before the answer', async () => {
  for (let n = 0; n < 2 * PER_ADDRESS; n += 1) {
    const asked = ask(GUESSER);
    asked.answer(true);
    await asked.outcome;
  }
  for (let n = 0; n < PER_ADDRESS - 1; n += 1) {
    const asked = ask(GUESSER);
    await settled();
    asked.hangUp();
    asked.answer(false);
    expect(await asked.outcome).toBe('unknown_link');
  }
  expect(await guess(GUESSER)).toBe('unknown_link');
  expect(await guess(GUESSER)).toBe('too_many');
});

test('who hangs up while waiting for a place is charged as well', async () => {
  CROWD.map(ask);
  await settled();
  const waiting = Array.from({ length: PER_ADDRESS }, () => ask(GUESSER));
  await settled();
  for (const { hangUp } of waiting) hangUp();
  expect(await timesEach(waiting.map(outcomeNow))).toEqual({ busy: PER_ADDRESS });
  expect(await guess(GUESSER)).toBe('too_many');
});

test('who waits for 8 s is told "busy"; a look-up that takes longer keeps its place, also of who hung up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const crowd = CROWD.map(ask);
    const waiting = ask(GUESSER);
    await settled();
    crowd[0]?.hangUp();
    vi.advanceTimersByTime(8_001);
    expect(await outcomeNow(waiting)).toBe('busy');
    const next = ask(GUESSER);
    await settled();
    expect(isLookedUp(next)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('an address counts as one that guesses after its first unknown link, also for what waited meanwhile', async () => {
  const first = ask(GUESSER);
  const [other] = CROWD.slice(0, 2).map(ask);
  await settled();
  const waiting = ask(GUESSER);
  await settled();
  expect([first.isSuspect, isLookedUp(waiting)]).toEqual([false, false]);
  first.answer(false);
  await settled();
  expect([waiting.isSuspect, other?.isSuspect]).toEqual([true, false]);
  waiting.answer(true);
  const later = ask(GUESSER);
  await settled();
  expect(later.isSuspect).toBe(true);
});

test('a fault of the CRM is not charged to who asked', async () => {
  const fail = () => Promise.reject(new ProblemError('crm_unavailable'));
  for (let n = 0; n < 2 * PER_ADDRESS; n += 1) {
    const outcome = links.run({
      ip: GUESSER,
      gone: new AbortController().signal,
      proven: new Promise(() => {}),
      isProven: () => false,
      work: fail,
    });
    await expect(outcome).rejects.toThrow(expect.objectContaining({ code: 'crm_unavailable' }));
  }
  expect(await guess(GUESSER)).toBe('unknown_link');
});

test('addresses with three unknown links share what all that guess have', async () => {
  const guessers = Array.from({ length: 30 }, (_, n) => `203.0.113.${n + 1}`);
  for (const ip of guessers) for (let n = 0; n < 3; n += 1) expect(await guess(ip)).toBe('unknown_link');
  let lookedUp = 0;
  for (let n = 0; n < 120; n += 1) if ((await guess(guessers[n % 30] ?? '')) === 'unknown_link') lookedUp += 1;
  expect(lookedUp).toBe(PER_MINUTE);
  expect([await guess(GUESSER), await guess('2001:db8::1')]).toEqual(['unknown_link', 'unknown_link']);
});

test('what is refused to one because all that guess asked too much costs it nothing', async () => {
  const others = Array.from({ length: 30 }, (_, n) => `203.0.113.${n + 1}`);
  for (const ip of [GUESSER, ...others]) for (let n = 0; n < 3; n += 1) await guess(ip);
  for (let minute = 0; minute < 5; minute += 1) {
    clock.time += 60_000;
    for (let n = 0; n < PER_MINUTE; n += 1) expect(await guess(others[n % 30] ?? '')).toBe('unknown_link');
    for (let n = 0; n < PER_ADDRESS; n += 1) expect(await guess(GUESSER)).toBe('too_many');
  }
  clock.time += 60_000;
  expect(await guess(GUESSER)).toBe('unknown_link');
});

test('with 500 waiting only addresses with fewer than 40 in progress may wait, with 2,000 nobody', async () => {
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  const waitFor = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) ask(address(n));
  };
  waitFor(0, 3 + 459);
  const ofOne = Array.from({ length: 41 }, () => ask(GUESSER));
  await settled();
  const later = [GUESSER, '203.0.113.2', '203.0.113.2'].map(ask);
  const outcomes = await Promise.all([...ofOne.slice(-1), ...later].map(outcomeNow));
  expect(outcomes).toEqual(['none yet', 'busy', 'none yet', 'none yet']);
  waitFor(462, 462 + 1_498);
  await settled();
  expect(await outcomeNow(ask('203.0.113.1'))).toBe('busy');
});

test('a CRM that takes one call at a time is asked for one unknown link at a time', async () => {
  links = new UnknownLinks(PER_MINUTE, 1, new InMemoryStore(clock));
  const asked = CROWD.map(ask);
  await settled();
  expect(asked.map(isLookedUp)).toEqual([true, false, false]);
});
