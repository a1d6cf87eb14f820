import { type MonotonicClock, PRIORITIES, type Priority } from '../call-options.ts';

/** A slot among the calls in flight. `leave` must be called exactly once. */
export type Slot = { leave(): void };

/** `heavy`: a call with a lower concurrency limit in the CRM. */
export type Asking = { priority: Priority; heavy?: boolean };

export type Limiter = {
  /**
   * Waits for a slot, at most `maxWaitMs`. 'full' and 'late' both mean busy: the queue is full, or no slot became free
   * in time.
   */
  enter(call: Asking, maxWaitMs: number, signal?: AbortSignal): Promise<Slot | 'full' | 'late' | 'cancelled'>;
  /** Changes the number of slots; there are none while `areOurs` is false. Calls in flight keep their slots. */
  setSlots(slots: number, areOurs?: () => boolean): void;
  /** The calls in flight. */
  inUse(): number;
  load(): SlotsLoad;
};

/**
 * `fullness` is the used share of the slots that run out first. These are all slots, or those not reserved for staff,
 * or those for heavy calls.
 */
export type SlotsLoad = { slots: number; inUse: number; waiting: number; fullness: number };

type Waiting = Asking & { admit(): void };

/**
 * The CRM's limit for COQL, sorted lists and mails, in every edition (crm-api §6). A process with a part of the slots
 * gets the same part of this limit.
 */
const MOST_HEAVY = 10;
/** Slots reserved for staff and signing. */
const KEPT_FOR_STAFF = 2;
/**
 * The slots that each priority class gets before a more urgent class may take more, so that many saves do not block
 * reads.
 */
const SHARES = { save: 2, read: 2, upload: 1, background: 1 };
/**
 * The number of calls that get a slot within the longest wait if a call takes 300 ms. Further calls are refused at
 * once.
 */
const QUEUE_PER_SLOT = 80;

/** Limits per priority class for `slots`. Only signing and staff may use the slots reserved for staff. */
export function limitsOf(slots: number, most: number) {
  // Small organisations have too few slots to reserve two; processes that share slots reserve two together.
  const ofShare = Math.max(1, Math.round((KEPT_FOR_STAFF * slots) / most));
  const kept = Math.min(slots > 4 ? KEPT_FOR_STAFF : slots > 2 ? 1 : 0, ofShare);
  const ofPriority: Record<Priority, number> = {
    sign: slots,
    save: slots,
    staff: slots,
    read: slots,
    upload: 3,
    // Nobody waits for background work, but it has to keep up.
    background: Math.max(1, Math.floor(slots / 8)),
  };
  const heavy = Math.max(1, Math.floor((MOST_HEAVY * slots) / most));
  const shares: Record<Priority, number> = { ...SHARES, sign: slots, staff: Math.max(1, kept) };
  return { slots, shared: slots - kept, ofPriority, heavy, shares };
}

/**
 * Runs at most `slots` calls at a time. First each priority class gets its share; then the most urgent class goes
 * first. Within a class, calls go in order of arrival. The CRM limits simultaneous calls per organisation and answers
 * 429 above the limit (crm-api §6).
 */
export function createLimiter(slots: number, clock: MonotonicClock): Limiter {
  const inFlight = new Set<Asking>();
  const queue = new Set<Waiting>();
  let limits = limitsOf(slots, slots);
  let areOurs = () => true;

  const ofPriority = (calls: Iterable<Asking>, priority: Priority) =>
    count(calls, (call) => call.priority === priority);
  const heavyInFlight = () => count(inFlight, (call) => call.heavy === true);
  const sharedInFlight = () => count(inFlight, (call) => !mayUseAll(call.priority));

  function mayEnter({ priority, heavy }: Asking): boolean {
    if (!areOurs() || inFlight.size >= limits.slots || ofPriority(inFlight, priority) >= limits.ofPriority[priority])
      return false;
    if (heavy && heavyInFlight() >= limits.heavy) return false;
    return mayUseAll(priority) || sharedInFlight() < limits.shared;
  }

  /** Lower comes first. */
  function rank({ priority }: Asking): number {
    return (
      PRIORITIES.indexOf(priority) + (ofPriority(inFlight, priority) < limits.shares[priority] ? 0 : PRIORITIES.length)
    );
  }

  function admitWaiting(): void {
    while (inFlight.size < limits.slots) {
      let next: Waiting | undefined;
      for (const waiting of queue) if (mayEnter(waiting) && (!next || rank(waiting) < rank(next))) next = waiting;
      if (!next) return;
      next.admit();
    }
  }

  function take(call: Asking): Slot {
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
      // Each priority class has its own queue limit.
      if (ofPriority(queue, call.priority) >= limits.slots * QUEUE_PER_SLOT) return 'full';
      return new Promise((resolve) => {
        const end = (state: Slot | 'late' | 'cancelled') => {
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
    setSlots(now, areOursNow = () => true) {
      limits = limitsOf(Math.max(1, now), slots);
      areOurs = areOursNow;
      admitWaiting();
    },
    inUse: () => inFlight.size,
    load: () => ({
      slots: limits.slots,
      inUse: inFlight.size,
      waiting: queue.size,
      fullness: Math.max(
        inFlight.size / limits.slots,
        sharedInFlight() / limits.shared,
        heavyInFlight() / limits.heavy,
      ),
    }),
  };
}

const mayUseAll = (priority: Priority) => priority === 'sign' || priority === 'staff';

function count(calls: Iterable<Asking>, isOne: (call: Asking) => boolean): number {
  let found = 0;
  for (const call of calls) if (isOne(call)) found += 1;
  return found;
}
