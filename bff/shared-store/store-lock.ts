import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { CrmError } from '../../crm-contract/errors.ts';
import type { SharedStore } from './shared-store.ts';

/** How long a killed process blocks the others. */
export const LEASE_MS = 5_000;
const RENEW_MS = 1_500;
const ASK_AGAIN_MS = 25;
/**
 * The wait for a lock is as long as the browser's wait for an answer (web/api/ask-bff.ts). It has a limit, because
 * somebody with access to the store could write a lease that never ends.
 */
const LONGEST_WAIT_MS = 45_000;
/** A killed process may still have a write in flight, which the CRM commits up to five seconds later. */
const TRACE_MS = 15_000;
const RETRY_AFTER_MS = 2_000;

const locks = new AsyncLocalStorage<readonly StoreLock[]>();

/** The locks held by the current work, one per record. */
export function heldLocks(): readonly StoreLock[] {
  return (locks.getStore() ?? []).filter((lock) => !lock.isReleased);
}

/** Runs work while this process has the lock of this key. */
export async function withStoreLock<T>(
  store: SharedStore,
  key: string,
  clock: { now(): number },
  work: (lock: StoreLock) => Promise<T>,
): Promise<T> {
  const lock = new StoreLock(store, key, clock);
  await lock.acquire();
  try {
    return await locks.run([...heldLocks(), lock], () => work(lock));
  } finally {
    lock.release();
  }
}

/**
 * A lock with a lease, which is renewed while the work runs. The lease ends if the process hangs for too long, or if
 * the store loses it; then another process may do the same work. Check the lock before a write that must not happen
 * twice.
 */
export class StoreLock {
  readonly #store: SharedStore;
  readonly #key: string;
  readonly #clock: { now(): number };
  readonly #holder = crypto.randomUUID();
  #renewal: NodeJS.Timeout | undefined;
  #until = 0;
  #isLost = false;
  #losses = 0;
  #hasWaited = false;
  #mayBeShared = false;
  #isReleased = false;

  constructor(store: SharedStore, key: string, clock: { now(): number }) {
    this.#store = store;
    this.#key = key;
    this.#clock = clock;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  /**
   * Continues without the lock if the store cannot tell who has it.
   *
   * @throws CrmError busy if another process does not release it
   */
  async acquire(): Promise<void> {
    const until = this.#clock.now() + LONGEST_WAIT_MS;
    while (!(await this.#take())) {
      this.#hasWaited = true;
      if (this.#clock.now() > until) throw busy('turn.begin');
      await wait(ASK_AGAIN_MS * (1 + Math.random()));
    }
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  release(): void {
    this.#isReleased = true;
    clearInterval(this.#renewal);
    void this.#store.release('deal', this.#key, this.#holder);
    void this.#store.release('deal', this.#trace, this.#holder);
  }

  /**
   * How often another process may have had the lock since this process acquired it. Afterwards this process has the
   * lock again.
   *
   * @throws CrmError busy if another process has it now
   */
  async losses(): Promise<number> {
    if (this.#isReleased) return this.#losses;
    await this.#renew();
    if (!this.#isLost) return this.#losses;
    if (!(await this.#take())) throw busy('turn.lost');
    this.#isLost = false;
    this.#losses += 1;
    return this.#losses;
  }

  /** Whether another process had the lock when this one asked for it. */
  get hasWaited(): boolean {
    return this.#hasWaited;
  }

  /** Whether another process may have done the same work, or a killed process may still have a write in flight. */
  get mayBeShared(): boolean {
    if (this.#isReleased) return false;
    return this.#mayBeShared || this.#isLost || this.#losses > 0 || this.#clock.now() > this.#until;
  }

  get #trace(): string {
    return `${this.#key} begun`;
  }

  async #take(): Promise<boolean> {
    const askedAt = this.#clock.now();
    const held = await this.#store.take('deal', this.#key, this.#holder, LEASE_MS);
    if (held === 'other') return false;
    if (held === 'unknown') return true;
    this.#until = askedAt + LEASE_MS;
    // If the trace is another process's, the previous holder has not ended its work. If the store is not settled, it
    // may have lost the previous holder while it was down.
    const trace = await this.#store.take('deal', this.#trace, this.#holder, TRACE_MS);
    if (trace !== 'taken' || !this.#store.isSettled()) this.#mayBeShared = true;
    return true;
  }

  async #renew(): Promise<void> {
    const askedAt = this.#clock.now();
    const [held] = await Promise.all([
      this.#store.extend('deal', this.#key, this.#holder, LEASE_MS),
      this.#store.extend('deal', this.#trace, this.#holder, TRACE_MS),
    ]);
    if (held === 'taken') this.#until = askedAt + LEASE_MS;
    if (held === 'other') this.#isLost = true;
  }
}

function busy(operation: string): CrmError {
  return new CrmError({ kind: 'busy', operation, sent: 'no', retryAfterMs: RETRY_AFTER_MS });
}
