import type { Clock } from '../clock.ts';
import { createRecentCount } from './recent-count.ts';

/** What an attempt told about the CRM; 'nothing' when it was cancelled, throttled or broken off by our own side. */
export type Sign = 'healthy' | 'faulty' | 'nothing';

export type Breaker = {
  /** How long no attempt may be made, in milliseconds; 0 when one may. */
  openForMs(): number;
  /** Notes the start of an attempt; the function returned must be called once with what it told. */
  began(): (sign: Sign) => void;
};

const WINDOW_MS = 10_000;
const FEWEST_CALLS = 20;
const OPEN_MS = 5_000;
const PROBE_WAIT_MS = 1_000;

/**
 * Leaves a CRM alone that does not answer: when half of the attempts of the last 10 s (at least twenty) were faults, none
 * go out for 5 s, then one, alone: if that is answered, all go again. So a call fails in no time instead of after its
 * deadline, and a write that was surely not sent can say so.
 *
 * With few places a CRM that hangs lets no twenty attempts end in 10 s: then twice the places are enough.
 */
export function createCircuitBreaker(maxConcurrency: number, clock: Clock): Breaker {
  const enough = Math.min(FEWEST_CALLS, maxConcurrency * 2);
  const counts = () => ({ all: createRecentCount(WINDOW_MS, clock), faulty: createRecentCount(WINDOW_MS, clock) });
  let ended = counts();
  let openUntil: number | null = null;
  let probing = false;

  function open(from: number): void {
    // A little less for some, so that processes which saw the same fault do not all come back at once.
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
          // A probe that hung has waited already: the time counts from its start.
          if (sign === 'faulty') open(beganAt);
        } else if (openUntil === null && sign !== 'nothing') note(sign === 'faulty');
      };
    },
  };
}
