import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { CrmError } from '../../crm-contract/errors.ts';
import type { SharedStore } from './shared-store.ts';

/** How long a process that was killed blocks the others. */
export const LEASE_MS = 5_000;
const RENEW_MS = 1_500;
const ASK_AGAIN_MS = 25;
/** As long as the browser waits (web/api/ask-bff.ts): a lease that never ends is somebody's who writes in the store. */
const LONGEST_WAIT_MS = 45_000;
/** Whoever was killed may have left a write on its way to the CRM, which it takes up to five seconds later. */
const TRACE_MS = 15_000;
const RETRY_AFTER_MS = 2_000;

const turns = new AsyncLocalStorage<readonly Turn[]>();

/** The turns that the present work has, one per record. */
export function currentTurns(): readonly Turn[] {
  return (turns.getStore() ?? []).filter((turn) => !turn.isOver);
}

/** Runs work while no other process has this key. */
export async function inTurn<T>(
  store: SharedStore,
  key: string,
  clock: { now(): number },
  work: () => Promise<T>,
): Promise<T> {
  const turn = new Turn(store, key, clock);
  await turn.begin();
  try {
    return await turns.run([...currentTurns(), turn], work);
  } finally {
    turn.end();
  }
}

/**
 * A lease, renewed while the work goes on. It ends by itself when the process stands still for too long, or when the
 * store forgets it: then another process may be at the same thing. What must not happen twice asks here first.
 */
export class Turn {
  readonly #store: SharedStore;
  readonly #key: string;
  readonly #clock: { now(): number };
  readonly #holder = crypto.randomUUID();
  #renewal: NodeJS.Timeout | undefined;
  #until = 0;
  #isLost = false;
  #losses = 0;
  #mayBeShared = false;
  #isOver = false;

  constructor(store: SharedStore, key: string, clock: { now(): number }) {
    this.#store = store;
    this.#key = key;
    this.#clock = clock;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Where the store cannot tell who has the key, the work goes on.
   *
   * @throws CrmError busy when another process does not let go of it
   */
  async begin(): Promise<void> {
    const until = this.#clock.now() + LONGEST_WAIT_MS;
    while (!(await this.#take())) {
      if (this.#clock.now() > until) throw busy('turn.begin');
      await wait(ASK_AGAIN_MS * (1 + Math.random()));
    }
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  end(): void {
    this.#isOver = true;
    clearInterval(this.#renewal);
    void this.#store.release('deal', this.#key, this.#holder);
    void this.#store.release('deal', this.#trace, this.#holder);
  }

  /**
   * How often another process may have had the turn since it began; now it is this one's.
   *
   * @throws CrmError busy when another has it now
   */
  async losses(): Promise<number> {
    if (this.#isOver) return this.#losses;
    await this.#renew();
    if (!this.#isLost) return this.#losses;
    if (!(await this.#take())) throw busy('turn.lost');
    this.#isLost = false;
    this.#losses += 1;
    return this.#losses;
  }

  /** Whether another process may have done the same meanwhile, or what a killed one did may come yet. */
  get mayBeShared(): boolean {
    if (this.#isOver) return false;
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
    // Who had it before has not ended, or a store that was away has forgotten who has it.
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
