import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../crm/clock.ts';
import { ProblemError } from '../http/problems.ts';

const LEAST_MS = 150;
/** The slowest answer of a fast CRM. A longer delay hides nothing more. */
const MOST_MS = 1_000;
const MARGIN = 1.2;

/**
 * Makes every refusal of a link take equally long: a malformed hash, which costs no CRM call, is answered no sooner
 * than an unknown one. The reference is the slowest recent look-up without a result; it decreases as faster ones
 * follow, and a look-up that hung does not count.
 */
export class ConstantTimeRefusal {
  readonly #clock: Clock;
  #slowLookupMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs a look-up, and records how long it took when it found nothing. */
  async measure<T>(lookUp: () => Promise<T>): Promise<T> {
    const startedAt = this.#clock.now();
    try {
      return await lookUp();
    } catch (error) {
      if (isNothingFound(error)) {
        const tookMs = Math.min(MOST_MS, this.#clock.now() - startedAt);
        this.#slowLookupMs = Math.max(tookMs, this.#slowLookupMs * 0.9);
      }
      throw error;
    }
  }

  /** Waits until the refusal of a request received at `receivedAt` is due. */
  async due(receivedAt: number): Promise<void> {
    const leftMs = receivedAt + Math.max(LEAST_MS, this.#slowLookupMs * MARGIN) - this.#clock.now();
    if (leftMs > 0) await wait(leftMs);
  }
}

/** Whether the CRM found no such link, or no such record of this link. */
export function isNothingFound(error: unknown): error is ProblemError {
  return error instanceof ProblemError && (error.code === 'unknown_link' || error.code === 'not_found');
}
