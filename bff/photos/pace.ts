import { FileRefused } from './file-refused.ts';

/** In 20 seconds this is 4 kB per second; even a phone with poor reception sends more. */
const LEAST_BYTES = 80_000;

/** Enforces a minimum speed of the sender. Only time spent waiting for bytes counts, not our own work. */
export class Pace {
  readonly #windowMs: number;
  #leftMs: number;
  #bytes = 0;
  #waitedMs = 0;
  #waitsSince: number | undefined;
  stalled = false;
  readonly #gaveWay = Promise.withResolvers<never>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#leftMs = windowMs;
    // Nobody may be reading when it rejects.
    this.#gaveWay.promise.catch(() => {});
  }

  /** The total time spent waiting for the sender. */
  waitedMs(): number {
    return this.#waitedMs + (this.#waitsSince === undefined ? 0 : performance.now() - this.#waitsSince);
  }

  /** Ends the upload as too slow now, because others wait for its memory. */
  giveWay(): void {
    this.stalled = true;
    this.#gaveWay.reject(new FileRefused('stalled'));
  }

  /** The result of `read`, counting the bytes it returns. @throws FileRefused if the sender is too slow */
  async keep<T>(read: () => Promise<T>, sizeOf: (given: T) => number = () => 0): Promise<T> {
    const began = performance.now();
    this.#waitsSince = began;
    let timer: NodeJS.Timeout | undefined;
    const lapse = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.stalled = true;
        reject(new FileRefused('stalled'));
      }, this.#leftMs);
    });
    try {
      const given = await Promise.race([read(), lapse, this.#gaveWay.promise]);
      this.#leftMs -= performance.now() - began;
      this.#bytes += sizeOf(given);
      if (this.#bytes >= LEAST_BYTES) this.#renew();
      return given;
    } finally {
      clearTimeout(timer);
      this.#waitedMs += performance.now() - began;
      this.#waitsSince = undefined;
    }
  }

  #renew(): void {
    this.#leftMs = this.#windowMs;
    this.#bytes = 0;
  }
}
