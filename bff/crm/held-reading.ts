import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { crmOptionsForAll } from './call-options.ts';
import type { Clock } from './clock.ts';

interface Reading<T> {
  value: T;
  /** When it was asked for: what was written since may be missing in it. */
  readAt: number;
}

/**
 * A cached read of the CRM. Who asks for something younger than what is held joins a read that is young enough, or begins
 * one; of several in flight the last begun stays. A failed read keeps what is held.
 */
export class HeldReading<T extends object> {
  readonly #clock: Clock;
  readonly #ask: (crmOptions: CrmCallOptions, readAt: number) => Promise<T>;
  #held: Reading<T> | undefined;
  #inFlight: { readAt: number; reading: Promise<Reading<T>> } | undefined;
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, ask: (crmOptions: CrmCallOptions, readAt: number) => Promise<T>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** The last value, whatever its age, without a CRM call. */
  get known(): T | undefined {
    return this.#held?.value;
  }

  /** Asked for less than `maxAgeMs` ago; with 0 now. */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<T> {
    // A failure is told to the one who began it; who joined may have more time, and be more urgent.
    const joined = this.#youngInFlight(maxAgeMs);
    const found = joined && (await joined.catch(() => undefined));
    if (found) return found.value;
    if (this.#held && this.#isYoung(this.#held, maxAgeMs)) return this.#held.value;
    return (await (this.#youngInFlight(maxAgeMs) ?? this.#begin(crmOptionsForAll(crmOptions)))).value;
  }

  /** Nothing is known any more; who waits for a read still gets it. */
  forget(): void {
    this.#held = undefined;
    this.#inFlight = undefined;
    this.#forgottenAt = this.#clock.now();
  }

  #youngInFlight(maxAgeMs: number): Promise<Reading<T>> | undefined {
    return this.#inFlight && this.#isYoung(this.#inFlight, maxAgeMs) ? this.#inFlight.reading : undefined;
  }

  /** Nothing is young enough for "now", also where the clock was set back. */
  #isYoung({ readAt }: { readAt: number }, maxAgeMs: number): boolean {
    return Math.abs(this.#clock.now() - readAt) < maxAgeMs;
  }

  #begin(crmOptions: CrmCallOptions): Promise<Reading<T>> {
    const readAt = this.#clock.now();
    const reading = this.#ask(crmOptions, readAt).then((value) => this.#hold({ value, readAt }));
    const inFlight = { readAt, reading };
    this.#inFlight = inFlight;
    const end = () => {
      if (this.#inFlight === inFlight) this.#inFlight = undefined;
    };
    reading.then(end, end);
    return reading;
  }

  #hold(reading: Reading<T>): Reading<T> {
    const isLatest = reading.readAt >= (this.#held?.readAt ?? Number.NEGATIVE_INFINITY);
    if (isLatest && reading.readAt > this.#forgottenAt) this.#held = reading;
    return reading;
  }
}
