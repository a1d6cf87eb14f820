import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Clock } from './clock.ts';
import { crmOptionsForAll } from './time-limits.ts';

interface Reading<T> {
  value: T;
  /** When the read started: later writes may be missing. */
  readAt: number;
}

/**
 * A cached read of the CRM. A caller that needs a younger value joins a read in flight that is young enough, or starts
 * one. If several are in flight, the value of the last one started is kept. A failed read keeps the cached value.
 */
export class CachedRead<T extends object> {
  readonly #clock: Clock;
  readonly #ask: (crmOptions: CrmCallOptions, readAt: number) => Promise<T>;
  #cached: Reading<T> | undefined;
  #inFlight: { readAt: number; reading: Promise<Reading<T>> } | undefined;
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, ask: (crmOptions: CrmCallOptions, readAt: number) => Promise<T>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** The last value, whatever its age, without a CRM call. */
  get known(): T | undefined {
    return this.#cached?.value;
  }

  /** A value read less than `maxAgeMs` ago; with 0 a new read. */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<T> {
    // Only the caller that started a read gets its failure. A caller that joined may have more time and a higher
    // priority, and reads again.
    const joined = this.#youngInFlight(maxAgeMs);
    const found = joined && (await joined.catch(() => undefined));
    if (found) return found.value;
    if (this.#cached && this.#isYoung(this.#cached, maxAgeMs)) return this.#cached.value;
    return (await (this.#youngInFlight(maxAgeMs) ?? this.#begin(crmOptionsForAll(crmOptions)))).value;
  }

  /** Drops the cached value; callers waiting for a read still get it. */
  forget(): void {
    this.#cached = undefined;
    this.#inFlight = undefined;
    this.#forgottenAt = this.#clock.now();
  }

  #youngInFlight(maxAgeMs: number): Promise<Reading<T>> | undefined {
    return this.#inFlight && this.#isYoung(this.#inFlight, maxAgeMs) ? this.#inFlight.reading : undefined;
  }

  /** No value is young enough for a `maxAgeMs` of 0, even if the clock was set back. */
  #isYoung({ readAt }: { readAt: number }, maxAgeMs: number): boolean {
    return Math.abs(this.#clock.now() - readAt) < maxAgeMs;
  }

  #begin(crmOptions: CrmCallOptions): Promise<Reading<T>> {
    const readAt = this.#clock.now();
    const reading = this.#ask(crmOptions, readAt).then((value) => this.#keep({ value, readAt }));
    const inFlight = { readAt, reading };
    this.#inFlight = inFlight;
    const end = () => {
      if (this.#inFlight === inFlight) this.#inFlight = undefined;
    };
    reading.then(end, end);
    return reading;
  }

  #keep(reading: Reading<T>): Reading<T> {
    const isLatest = reading.readAt >= (this.#cached?.readAt ?? Number.NEGATIVE_INFINITY);
    if (isLatest && reading.readAt > this.#forgottenAt) this.#cached = reading;
    return reading;
  }
}
