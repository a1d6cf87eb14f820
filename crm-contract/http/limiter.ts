import { LANES, type Lane } from '../call-options.ts';
import type { Clock } from '../clock.ts';

/** A slot among the calls in flight. `leave` must be called once, whatever happened. */
export type Place = { leave(): void };

/** `heavy`: a call of which the CRM allows fewer at the same time. */
export type Asking = { lane: Lane; heavy?: boolean };

export type Limiter = {
  /**
   * Waits for a slot, at most `maxWaitMs`. 'full' and 'late' both mean busy: the queue is full, or no slot became free
   * in time.
   */
  enter(call: Asking, maxWaitMs: number, signal?: AbortSignal): Promise<Place | 'full' | 'late' | 'cancelled'>;
  /** From now on so many calls at a time, and none while they are not ours; those in flight end first. */
  setPlaces(places: number, areOurs?: () => boolean): void;
  /** The calls in flight. */
  inUse(): number;
  /** What an operator looks at. */
  load(): PlacesLoad;
};

/** `fullness`: the part in use of the slots that run out first: all, those not kept for staff, those for heavy calls. */
export type PlacesLoad = { places: number; inUse: number; waiting: number; fullness: number };

type Waiting = Asking & { admit(): void };

/** COQL, sorted lists and mails, in every edition (crm-api §6); of fewer places an even part. */
const MOST_HEAVY = 10;
/** Slots that only staff and who signs may use. */
const KEPT_FOR_STAFF = 2;
/** What each lane has before a more urgent one may have more, so that many saves do not block the reads. */
const SHARES = { save: 2, read: 2, upload: 1, background: 1 };
/** As many as get a slot within the longest wait when a call takes 300 ms; further ones are refused at once. */
const QUEUE_PER_PLACE = 80;

/** What is left of `places` for whom: signing may take them all. */
export function limitsOf(places: number, most: number) {
  // Small organisations have too few slots to keep two all the time; processes that divide them keep two together.
  const ofShare = Math.max(1, Math.round((KEPT_FOR_STAFF * places) / most));
  const kept = Math.min(places > 4 ? KEPT_FOR_STAFF : places > 2 ? 1 : 0, ofShare);
  const inLane: Record<Lane, number> = {
    sign: places,
    save: places,
    staff: places,
    read: places,
    upload: 3,
    // Nobody waits for background work, but it has to keep up.
    background: Math.max(1, Math.floor(places / 8)),
  };
  const heavy = Math.max(1, Math.floor((MOST_HEAVY * places) / most));
  const shares: Record<Lane, number> = { ...SHARES, sign: places, staff: Math.max(1, kept) };
  return { places, shared: places - kept, inLane, heavy, shares };
}

/**
 * At most `places` calls at a time, first each lane's share, then the most urgent lane, and in a lane who came first: the
 * CRM allows a fixed number of simultaneous calls per organisation and answers 429 above it (crm-api §6).
 */
export function createLimiter(places: number, clock: Clock): Limiter {
  const inFlight = new Set<Asking>();
  const queue = new Set<Waiting>();
  let limits = limitsOf(places, places);
  let areOurs = () => true;

  const inLane = (calls: Iterable<Asking>, lane: Lane) => count(calls, (call) => call.lane === lane);
  const heavyInFlight = () => count(inFlight, (call) => call.heavy === true);
  const sharedInFlight = () => count(inFlight, (call) => !mayUseAll(call.lane));

  function mayEnter({ lane, heavy }: Asking): boolean {
    if (!areOurs() || inFlight.size >= limits.places || inLane(inFlight, lane) >= limits.inLane[lane]) return false;
    if (heavy && heavyInFlight() >= limits.heavy) return false;
    return mayUseAll(lane) || sharedInFlight() < limits.shared;
  }

  /** Lower comes first. */
  function rank({ lane }: Asking): number {
    return LANES.indexOf(lane) + (inLane(inFlight, lane) < limits.shares[lane] ? 0 : LANES.length);
  }

  function admitWaiting(): void {
    while (inFlight.size < limits.places) {
      let next: Waiting | undefined;
      for (const waiting of queue) if (mayEnter(waiting) && (!next || rank(waiting) < rank(next))) next = waiting;
      if (!next) return;
      next.admit();
    }
  }

  function take(call: Asking): Place {
    const taken = { ...call };
    inFlight.add(taken);
    return {
      leave() {
        inFlight.delete(taken);
        admitWaiting();
      },
    };
  }

  return {
    async enter(call, maxWaitMs, signal) {
      if (signal?.aborted) return 'cancelled';
      // Many calls of one lane do not fill another lane's queue.
      if (inLane(queue, call.lane) >= limits.places * QUEUE_PER_PLACE) return 'full';
      return new Promise((resolve) => {
        const end = (state: Place | 'late' | 'cancelled') => {
          queue.delete(waiting);
          callOff();
          signal?.removeEventListener('abort', onAbort);
          resolve(state);
        };
        const onAbort = () => end('cancelled');
        const waiting: Waiting = { ...call, admit: () => end(take(call)) };
        const callOff = clock.after(maxWaitMs, () => end('late'));
        queue.add(waiting);
        signal?.addEventListener('abort', onAbort, { once: true });
        admitWaiting();
      });
    },
    setPlaces(now, areOursNow = () => true) {
      limits = limitsOf(Math.max(1, now), places);
      areOurs = areOursNow;
      admitWaiting();
    },
    inUse: () => inFlight.size,
    load: () => ({
      places: limits.places,
      inUse: inFlight.size,
      waiting: queue.size,
      fullness: Math.max(
        inFlight.size / limits.places,
        sharedInFlight() / limits.shared,
        heavyInFlight() / limits.heavy,
      ),
    }),
  };
}

const mayUseAll = (lane: Lane) => lane === 'sign' || lane === 'staff';

function count(calls: Iterable<Asking>, isOne: (call: Asking) => boolean): number {
  let found = 0;
  for (const call of calls) if (isOne(call)) found += 1;
  return found;
}
