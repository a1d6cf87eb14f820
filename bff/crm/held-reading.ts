import { LRUCache } from 'lru-cache';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
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
    const forceRefresh = held !== undefined && this.#clock.now() - held.readAt >= maxAgeMs;
    // For all who wait: it is not called off when the first of them leaves, nor held up by what that one has in flight.
    const { signal: _, asker: _asker, ...forAll } = crmOptions;
    const context: CrmCallOptions = { ...forAll, lane: forAll.lane === 'newcomer' ? 'read' : forAll.lane };
    return (await this.#held.forceFetch('it', { forceRefresh, context })).value;
  }

  forget(): void {
    this.#held.delete('it');
  }
}
