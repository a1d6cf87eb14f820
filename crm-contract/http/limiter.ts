import { LANES, type Lane } from '../call-options.ts';
import type { Clock } from '../clock.ts';

/** A slot among the calls in flight. `leave` must be called once, whatever happened. */
export type Place = { leave(): void };

/** `heavy`: a call of which the CRM allows fewer at the same time. `asker`: whose call it is. */
export type Asking = { lane: Lane; heavy?: boolean; asker?: string };

export type Limiter = {
  /**
   * Waits for a slot, at most `maxWaitMs`. 'full' and 'late' both mean busy: the queue is full, or no slot became free
   * in time.
   */
  enter(call: Asking, maxWaitMs: number, signal?: AbortSignal): Promise<Place | 'full' | 'late' | 'cancelled'>;
  /** The CRM answered 429: fewer calls at a time from now on. */
  throttled(): void;
};

type Waiting = Asking & { admit(): void };

const RESERVED_FOR_SIGNING = 2;
const MOST_UPLOADS = 3;
/** One slot in so many, at least one: nobody waits for background work, but it has to keep up. */
const BACKGROUND_PER_PLACES = 8;
/** COQL, sorted lists and mails, in every edition (crm-api §6). */
const MOST_HEAVY = 10;
/** Each lane's share, however many wait in more urgent ones, so that many saves do not block the reads. */
const SHARES: Record<Lane, number> = { sign: 2, save: 2, read: 2, upload: 1, background: 1 };
/** As many as get a slot within the longest wait when a call takes 300 ms; further ones are refused at once. */
const QUEUE_PER_PLACE = 6;
/**
 * The share of all slots that one asker may hold: three of eight. A signature never waits for the same person's reads.
 */
const SHARE_OF_ONE = 3 / 8;
/** Waiting calls per slot of one asker: five phones that open a link at once. */
const WAITING_OF_ONE = 6;
const SHRINK = 0.7;
// One overload answers all calls in flight with 429: that is one reason to shrink, not ten.
const SHRINK_AT_MOST_EVERY_MS = 1_000;
const GROW_EVERY_QUIET_MS = 10_000;

/**
 * At most `max` calls at a time, first each lane's share, then the most urgent lane: the CRM allows a fixed number of
 * simultaneous calls per organisation and answers 429 above it (crm-api §6). Each 429 shrinks the number to 70 %, each
 * quiet 10 s adds one.
 */
export function createLimiter(max: number, clock: Clock): Limiter {
  const inFlight = new Map<Lane, number>(LANES.map((lane) => [lane, 0]));
  const queues = new Map<Lane, Set<Waiting>>(LANES.map((lane) => [lane, new Set()]));
  const mostInBackground = Math.max(1, Math.floor(max / BACKGROUND_PER_PLACES));
  const held = new Map<string, number>();
  const mostOfOne = Math.max(1, Math.floor(max * SHARE_OF_ONE));
  let heavyInFlight = 0;
  let limit = max;
  let changedAt = clock.now();

  const running = (lane: Lane) => inFlight.get(lane) ?? 0;
  const total = () => LANES.reduce((sum, lane) => sum + running(lane), 0);

  const heldBy = (asker: string | undefined) => (asker === undefined ? 0 : (held.get(asker) ?? 0));

  const nobodyWaits = () => LANES.every((lane) => queues.get(lane)?.size === 0);

  function regrow(): void {
    const steps = Math.floor((clock.now() - changedAt) / GROW_EVERY_QUIET_MS);
    if (steps < 1) return;
    limit = Math.min(max, limit + steps);
    changedAt += steps * GROW_EVERY_QUIET_MS;
  }

  function mayEnter({ lane, heavy, asker }: Asking): boolean {
    if (total() >= limit || (heavy && heavyInFlight >= MOST_HEAVY)) return false;
    if (lane === 'sign') return true;
    if (heldBy(asker) >= mostOfOne) return false;
    // Small organisations have too few slots to reserve two all the time.
    const reserved = limit > RESERVED_FOR_SIGNING * 2 ? RESERVED_FOR_SIGNING : limit > 2 ? 1 : 0;
    if (total() - running('sign') >= limit - reserved) return false;
    if (lane === 'upload') return running('upload') < MOST_UPLOADS;
    return lane !== 'background' || running('background') < mostInBackground;
  }

  function admitWaiting(): void {
    regrow();
    for (const withinShare of [true, false]) {
      for (const lane of LANES) {
        for (const waiting of inTurn(queues.get(lane) ?? [])) {
          if (total() >= limit) return;
          if (withinShare && running(lane) >= SHARES[lane]) break;
          if (mayEnter(waiting)) waiting.admit();
        }
      }
    }
  }

  /** The asker with the fewest slots first, then in order of arrival. */
  function inTurn(waiting: Iterable<Waiting>): Waiting[] {
    return [...waiting].sort((one, other) => heldBy(one.asker) - heldBy(other.asker));
  }

  function hasManyWaiting({ lane, asker }: Asking): boolean {
    if (asker === undefined) return false;
    const own = [...(queues.get(lane) ?? [])].filter((waiting) => waiting.asker === asker);
    return own.length >= mostOfOne * WAITING_OF_ONE;
  }

  function take({ lane, heavy, asker }: Asking): Place {
    const change = (by: 1 | -1) => {
      inFlight.set(lane, running(lane) + by);
      if (heavy) heavyInFlight += by;
      if (asker === undefined) return;
      if (heldBy(asker) + by > 0) held.set(asker, heldBy(asker) + by);
      else held.delete(asker);
    };
    change(1);
    return {
      leave() {
        change(-1);
        admitWaiting();
      },
    };
  }

  return {
    async enter(call, maxWaitMs, signal) {
      const queue = queues.get(call.lane) ?? new Set();
      if (signal?.aborted) return 'cancelled';
      if (queue.size >= max * QUEUE_PER_PLACE || hasManyWaiting(call)) return 'full';
      regrow();
      if (nobodyWaits() && mayEnter(call)) return take(call);
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
          ...call,
          admit() {
            leaveQueue();
            resolve(take(call));
          },
        };
        const callOff = clock.after(maxWaitMs, () => {
          leaveQueue();
          resolve('late');
        });
        queue.add(waiting);
        signal?.addEventListener('abort', onAbort, { once: true });
        admitWaiting();
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
