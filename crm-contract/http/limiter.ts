import { LANES, type Lane } from '../call-context.ts';
import type { Clock } from '../clock.ts';

/** A place among the calls in flight. `leave` must be called once, whatever happened. */
export type Place = { leave(): void };

export type Limiter = {
  /**
   * Waits for a place, at most `maxWaitMs`. 'full' and 'late' both mean busy: the queue has no room, or no place came
   * free in time.
   */
  enter(lane: Lane, maxWaitMs: number, signal?: AbortSignal): Promise<Place | 'full' | 'late' | 'cancelled'>;
  /** The CRM answered 429: fewer at a time from now on. */
  throttled(): void;
};

type Waiting = { admit(): void };

const RESERVED_FOR_SIGNING = 2;
const MOST_UPLOADS = 3;
const MOST_IN_BACKGROUND = 1;
const QUEUE_PER_PLACE = 4;
const SHRINK = 0.7;
// One overload answers all calls in flight with 429: that is one reason to shrink, not ten.
const SHRINK_AT_MOST_EVERY_MS = 1_000;
const GROW_EVERY_QUIET_MS = 10_000;

/**
 * At most `max` calls at a time, the most urgent lane first: the CRM allows a fixed number of simultaneous calls per
 * organisation and answers 429 above it (crm-api §6). Each 429 shrinks the number to 70 %, each quiet 10 s gives one back.
 */
export function createLimiter(max: number, clock: Clock): Limiter {
  const inFlight = new Map<Lane, number>(LANES.map((lane) => [lane, 0]));
  const queues = new Map<Lane, Set<Waiting>>(LANES.map((lane) => [lane, new Set()]));
  let limit = max;
  let changedAt = clock.now();

  const running = (lane: Lane) => inFlight.get(lane) ?? 0;
  const total = () => LANES.reduce((sum, lane) => sum + running(lane), 0);

  function regrow(): void {
    const steps = Math.floor((clock.now() - changedAt) / GROW_EVERY_QUIET_MS);
    if (steps < 1) return;
    limit = Math.min(max, limit + steps);
    changedAt += steps * GROW_EVERY_QUIET_MS;
  }

  function mayEnter(lane: Lane): boolean {
    if (total() >= limit) return false;
    if (lane === 'sign') return true;
    // Small organisations have too few places to keep two free all the time.
    const reserved = limit > RESERVED_FOR_SIGNING * 2 ? RESERVED_FOR_SIGNING : limit > 2 ? 1 : 0;
    if (total() - running('sign') >= limit - reserved) return false;
    if (lane === 'upload') return running('upload') < MOST_UPLOADS;
    return lane !== 'background' || running('background') < MOST_IN_BACKGROUND;
  }

  function admitWaiting(): void {
    regrow();
    for (const lane of LANES) {
      for (const waiting of queues.get(lane) ?? []) {
        if (!mayEnter(lane)) break;
        waiting.admit();
      }
    }
  }

  function take(lane: Lane): Place {
    inFlight.set(lane, running(lane) + 1);
    return {
      leave() {
        inFlight.set(lane, running(lane) - 1);
        admitWaiting();
      },
    };
  }

  return {
    async enter(lane, maxWaitMs, signal) {
      regrow();
      const queue = queues.get(lane) ?? new Set();
      if (signal?.aborted) return 'cancelled';
      if (queue.size === 0 && mayEnter(lane)) return take(lane);
      if (queue.size >= max * QUEUE_PER_PLACE) return 'full';
      return new Promise((resolve) => {
        const leaveQueue = () => {
          queue.delete(waiting);
          callOff();
          signal?.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          leaveQueue();
          resolve('cancelled');
        };
        const waiting: Waiting = {
          admit() {
            leaveQueue();
            resolve(take(lane));
          },
        };
        const callOff = clock.after(maxWaitMs, () => {
          leaveQueue();
          resolve('late');
        });
        queue.add(waiting);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    },
    throttled() {
      const now = clock.now();
      const shrunkJustNow = limit < max && now - changedAt < SHRINK_AT_MOST_EVERY_MS;
      if (!shrunkJustNow) limit = Math.max(1, Math.floor(limit * SHRINK));
      changedAt = now;
    },
  };
}
