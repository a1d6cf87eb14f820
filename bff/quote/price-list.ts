import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Product } from '../../crm-contract/shapes/product.ts';
import type { Clock } from '../crm/clock.ts';
import { toCents } from './money.ts';

/** The active CRM products that a quote is priced from (decisions D, E1–E3). */
export type PriceList = readonly Product[];

/** Whether a quote may use it: active, of this category, with a price. */
export function isPriced(product: Product, category: string): boolean {
  return product.Product_Active !== false && product.Product_Category === category && isPrice(product.Unit_Price);
}

function isPrice(euros: number | null): boolean {
  const cents = toCents(euros);
  return cents !== null && cents > 0;
}

/**
 * The price list, cached for many quotes. Opening a link with open questions refreshes it, so that the save which
 * completes the survey needs no extra CRM call.
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

  /** Prices at most `maxAgeMs` old; equal reads in flight share one call. */
  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<PriceList> {
    if (this.#held && this.#clock.now() - this.#held.readAt <= maxAgeMs) return this.#held.list;
    this.#reading ??= this.#readAnew(crmOptions).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAnew(crmOptions: CrmCallOptions): Promise<PriceList> {
    const readAt = this.#clock.now();
    const list = await this.#crm.products.listActive(crmOptions);
    this.#held = { list, readAt };
    return list;
  }
}
