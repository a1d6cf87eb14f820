import type { MonotonicClock } from '../call-options.ts';

/** What an attempt indicates about the CRM's health; 'nothing' if it was cancelled, throttled or aborted by us. */
export type Sign = 'healthy' | 'faulty' | 'nothing';

export type Breaker = {
  /** Milliseconds until an attempt is allowed; 0 if one is allowed now. */
  openForMs(): number;
  /** Records the start of an attempt; call the returned function once with its result. */
  began(): (sign: Sign) => void;
};

const WINDOW_MS = 10_000;
const FEWEST_CALLS = 20;
const OPEN_MS = 5_000;
const PROBE_WAIT_MS = 1_000;

/**
 * Stops calling a CRM that does not answer. If half of the attempts of the last 10 s (at least twenty) failed, no calls
 * are made for 5 s, and then a single probe. If the CRM answers the probe, all calls are allowed again. Until then,
 * calls fail at once instead of at their deadline, and a write that fails this way was not sent.
 *
 * If the CRM hangs and there are few slots, fewer than twenty attempts end within 10 s. Then the breaker needs only
 * twice as many attempts as there are slots.
 */
export function createCircuitBreaker(maxConcurrency: number, clock: MonotonicClock): Breaker {
  const enough = Math.min(FEWEST_CALLS, maxConcurrency * 2);
  const counts = () => ({ all: createRecentCount(WINDOW_MS, clock), faulty: createRecentCount(WINDOW_MS, clock) });
  let ended = counts();
  let openUntil: number | null = null;
  let probing = false;

  function open(from: number): void {
    // Randomly shortened, so that several processes do not probe at the same time.
    openUntil = from + OPEN_MS * (1 - Math.random() * 0.2);
    ended = counts();
  }

  function note(faulty: boolean): void {
    ended.all.add();
    if (faulty) ended.faulty.add();
    const all = ended.all.sum();
    if (all >= enough && ended.faulty.sum() * 2 >= all) open(clock.now());
  }

  return {
    openForMs() {
      if (openUntil === null) return 0;
      const left = openUntil - clock.now();
      return left > 0 ? left : probing ? PROBE_WAIT_MS : 0;
    },
    began() {
      const beganAt = clock.now();
      const isProbe = openUntil !== null;
      if (isProbe) probing = true;
      return (sign) => {
        if (isProbe) {
          probing = false;
          if (sign === 'healthy') openUntil = null;
          // A probe that hung has already waited, so the pause counts from its start.
          if (sign === 'faulty') open(beganAt);
        } else if (openUntil === null && sign !== 'nothing') note(sign === 'faulty');
      };
    },
  };
}

const SLOTS = 12;

type RecentCount = { add(): void; sum(): number };

/** Counts events of the last `windowMs`, with a resolution of a twelfth, at constant cost. */
export function createRecentCount(windowMs: number, clock: MonotonicClock): RecentCount {
  const slots = Array.from({ length: SLOTS }, () => ({ number: -1, count: 0 }));
  const currentNumber = () => Math.floor((clock.now() / windowMs) * SLOTS);

  return {
    add() {
      const number = currentNumber();
      const index = number % SLOTS;
      const slot = slots[index];
      if (slot?.number === number) slot.count += 1;
      else slots[index] = { number, count: 1 };
    },
    sum() {
      const oldest = currentNumber() - SLOTS;
      return slots.reduce((sum, { number, count }) => (number > oldest ? sum + count : sum), 0);
    },
  };
}
