import { LRUCache } from 'lru-cache';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { crmOptionsForAll } from './call-options.ts';
import type { Clock } from './clock.ts';

/** A cached read of the CRM: reads in flight share one call, and a failed read keeps the cached value. */
export class HeldReading<T extends object> {
  readonly #clock: Clock;
  readonly #held: LRUCache<'it', { value: T; readAt: number }, CrmCallOptions>;

  constructor(clock: Clock, read: (crmOptions: CrmCallOptions, readAt: number) => Promise<T>) {
    this.#clock = clock;
    this.#held = new LRUCache({
      max: 1,
      noDeleteOnFetchRejection: true,
      // Callers that wait for a read that was dropped meanwhile still get it.
      ignoreFetchAbort: true,
      fetchMethod: async (_it, _held, { context }) => {
        const readAt = clock.now();
        return { value: await read(context, readAt), readAt };
      },
    });
  }

  /** The last value, whatever its age, without a CRM call. */
  get known(): T | undefined {
    return this.#held.peek('it')?.value;
  }

  /** Less than `maxAgeMs` old. */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<T> {
    const held = this.#held.peek('it');
    if (held && this.#clock.now() - held.readAt < maxAgeMs) return held.value;
    return (await this.#held.forceFetch('it', { forceRefresh: true, context: crmOptionsForAll(crmOptions) })).value;
  }

  forget(): void {
    this.#held.delete('it');
  }
}
