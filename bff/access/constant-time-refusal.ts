import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../crm/clock.ts';

const LEAST_MS = 150;
const MARGIN = 1.2;

/**
 * Makes every refusal of a link take equally long: a malformed hash, which costs no CRM call, is answered no sooner
 * than an unknown one. The reference is the slowest recent look-up without a result; it decreases as faster ones
 * follow.
 */
export class ConstantTimeRefusal {
  readonly #clock: Clock;
  #slowLookupMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records how long a look-up without a result took. */
  lookedUp(ms: number): void {
    this.#slowLookupMs = Math.max(ms, this.#slowLookupMs * 0.9);
  }

  /** Waits until the refusal of a request received at `receivedAt` is due. */
  async due(receivedAt: number): Promise<void> {
    const leftMs = receivedAt + Math.max(LEAST_MS, this.#slowLookupMs * MARGIN) - this.#clock.now();
    if (leftMs > 0) await wait(leftMs);
  }
}
