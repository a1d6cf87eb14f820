import type { CallContext } from '../../crm-contract/call-context.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Product } from '../../crm-contract/shapes/product.ts';
import type { Clock } from '../clock.ts';

/** The active CRM products that a quote is priced from (decisions D, E1–E3). */
export type PriceList = readonly Product[];

/**
 * The price list, read once for many quotes. Opening a link with open questions asks for one at most a minute old, so
 * that the save which completes the survey finds it here and costs no extra CRM call.
 */
export class PriceListReader {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  #held: { list: PriceList; readAt: number } | undefined;
  #reading: Promise<PriceList> | undefined;

  constructor(crm: CrmClient, clock: Clock) {
    this.#crm = crm;
    this.#clock = clock;
  }

  /** Prices no older than `maxAgeMs`; equal reads in flight are one read. */
  async read(maxAgeMs: number, call: CallContext): Promise<PriceList> {
    if (this.#held && this.#clock.now() - this.#held.readAt <= maxAgeMs) return this.#held.list;
    this.#reading ??= this.#fetch(call).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #fetch(call: CallContext): Promise<PriceList> {
    const readAt = this.#clock.now();
    const list = await this.#crm.products.listActive(call);
    this.#held = { list, readAt };
    return list;
  }
}
