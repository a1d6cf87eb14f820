import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

const LEAST_MS = 150;

/**
 * Makes every refusal of a link take as long: a malformed hash, which costs no CRM call, answers no sooner than an
 * unknown one. The measure is twice the usual fruitless look-up, so that an ordinary one always fits.
 */
export class EvenRefusal {
  readonly #clock: Clock;
  #usualLookupMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tells how long a look-up took that found nothing. */
  lookedUp(ms: number): void {
    this.#usualLookupMs = this.#usualLookupMs === 0 ? ms : this.#usualLookupMs * 0.8 + ms * 0.2;
  }

  /** Waits until the refusal of a request that came in at `receivedAt` is due. */
  async due(receivedAt: number): Promise<void> {
    const leftMs = receivedAt + Math.max(LEAST_MS, this.#usualLookupMs * 2) - this.#clock.now();
    if (leftMs > 0) await wait(leftMs);
  }
}
