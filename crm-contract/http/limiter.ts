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
  /** From now on so many calls at a time, and none while they are not ours; those in flight end first. */
  setPlaces(places: number, areOurs?: () => boolean): void;
  /** The calls in flight. */
  inUse(): number;
};

type Waiting = Asking & { admit(): void };

/** COQL, sorted lists and mails, in every edition (crm-api §6); of fewer places an even part. */
const MOST_HEAVY = 10;
const RESERVED_FOR_SIGNING = 2;
/** Each lane's share, however many wait in more urgent ones, so that many saves do not block the reads. */
const SHARES: Record<Lane, number> = { sign: 2, save: 2, newcomer: 1, read: 2, upload: 1, background: 1 };
/** As many as get a slot within the longest wait when a call takes 300 ms; further ones are refused at once. */
const QUEUE_PER_PLACE = 6;
/**
 * Of all slots, what one asker may hold; newcomers together hold no more. A signature waits for none of its asker's
 * reads.
 */
const MOST_OF_ONE = 3 / 8;

/** What is left of `places` for whom: signing may take them all. */
function limitsOf(places: number, most: number) {
  // Small organisations have too few slots to reserve two all the time; processes that divide them reserve two together.
  const ofShare = Math.max(1, Math.round((RESERVED_FOR_SIGNING * places) / most));
  const forSigning = Math.min(places > 4 ? RESERVED_FOR_SIGNING : places > 2 ? 1 : 0, ofShare);
  const unreserved = places - forSigning;
  const ofOne = Math.max(1, Math.floor(places * MOST_OF_ONE));
  const inLane: Record<Lane, number> = {
    sign: places,
    save: unreserved,
    newcomer: ofOne,
    read: unreserved,
    upload: 3,
    // Nobody waits for background work, but it has to keep up.
    background: Math.max(1, Math.floor(places / 8)),
  };
  const heavy = Math.max(1, Math.floor((MOST_HEAVY * places) / most));
  // They come before other reads, unless saves and they could hold all that there is.
  const newcomersFirst = SHARES.save + ofOne < unreserved;
  return { places, unreserved, inLane, heavy, ofOne, newcomersFirst };
}

/**
 * At most `places` calls at a time, first each lane's share, then the most urgent lane: the CRM allows a fixed number of
 * simultaneous calls per organisation and answers 429 above it (crm-api §6).
 */
export function createLimiter(places: number, clock: Clock): Limiter {
  const inFlight = new Set<Asking>();
  const queue = new Set<Waiting>();
  let limits = limitsOf(places, places);
  let areOurs = () => true;

  const inLane = (calls: Iterable<Asking>, lane: Lane) => count(calls, (call) => call.lane === lane);
  const heldBy = (asker: string | undefined) =>
    asker === undefined ? 0 : count(inFlight, (call) => call.asker === asker);

  function mayEnter({ lane, heavy, asker }: Asking): boolean {
    if (!areOurs() || inFlight.size >= limits.places || inLane(inFlight, lane) >= limits.inLane[lane]) return false;
    if (heavy && count(inFlight, (call) => call.heavy === true) >= limits.heavy) return false;
    if (lane === 'sign') return true;
    return inFlight.size - inLane(inFlight, 'sign') < limits.unreserved && heldBy(asker) < limits.ofOne;
  }

  /**
   * With a newcomer in flight, reads have one less: else saves, newcomers and reads would leave nothing of eight slots to
   * uploads and background work.
   */
  function shareOf(lane: Lane): number {
    return lane === 'read' ? SHARES.read - Math.min(1, inLane(inFlight, 'newcomer')) : SHARES[lane];
  }

  /** Lower comes first; equals in order of arrival. */
  function rank({ lane, asker }: Asking): [beyondShare: number, urgency: number, held: number] {
    const urgency = LANES.indexOf(lane === 'newcomer' && !limits.newcomersFirst ? 'read' : lane);
    return [inLane(inFlight, lane) < shareOf(lane) ? 0 : 1, urgency, heldBy(asker)];
  }

  function admitWaiting(): void {
    while (inFlight.size < limits.places) {
      const [next] = [...queue]
        .filter(mayEnter)
        .map((waiting) => ({ waiting, rank: rank(waiting) }))
        .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
      if (!next) return;
      next.waiting.admit();
    }
  }

  /** Many calls of one lane do not fill another lane's queue, nor those of one asker the whole queue of their lane. */
  function isFull({ lane, asker }: Asking): boolean {
    if (inLane(queue, lane) >= limits.places * QUEUE_PER_PLACE) return true;
    if (asker === undefined) return false;
    return count(queue, (call) => call.lane === lane && call.asker === asker) >= limits.ofOne * QUEUE_PER_PLACE;
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
      if (isFull(call)) return 'full';
      if (queue.size === 0 && mayEnter(call)) return take(call);
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
  };
}

function count(calls: Iterable<Asking>, isOne: (call: Asking) => boolean): number {
  let found = 0;
  for (const call of calls) if (isOne(call)) found += 1;
  return found;
}
