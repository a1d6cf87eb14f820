import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import type { CrmClient } from '../../../crm-contract/client.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import type { Product } from '../../../crm-contract/shapes/product.ts';
import { manualQuote } from '../../quote/calculate-legacy-quote.ts';
import type { DealFields } from '../../quote/found-deal.ts';
import type { PriceList } from '../../quote/price-list.ts';
import { calculateFor, type PricingContext } from '../../quote/quote-fields.ts';
import { isUsed, readDiscount } from '../../quote/quote-inputs.ts';
import { type Calc, PRICE_INPUT_NAMES } from '../../view-models/quote.ts';
import type { Requote } from './quote-edits.ts';

export interface RequoteContext extends PricingContext {
  crm: CrmClient;
}

/** Staff sees prices that are at most a minute old; "Nu berekenen" asks the CRM. */
const PRICES_MAX_AGE_MS = 60_000;

/** Calculates or reads the quote after an edit, as the edit's row says. Reads the linked products at most once. */
export class Requoter {
  readonly #context: RequoteContext;
  readonly #crmOptions: CrmCallOptions;
  readonly #requote: Requote;
  #linked: Promise<Product[]> | undefined;

  constructor(context: RequoteContext, crmOptions: CrmCallOptions, requote: Requote) {
    this.#context = context;
    this.#crmOptions = crmOptions;
    this.#requote = requote;
  }

  prices(anew: boolean): Promise<PriceList> {
    return this.#context.prices.read(anew ? 0 : PRICES_MAX_AGE_MS, this.#crmOptions);
  }

  /** The quote, null while an input is missing, or `kept` where the edit does not change it. */
  async quoteOf(deal: Deal, fields: DealFields): Promise<Calc | null | 'kept'> {
    const isManual = deal.survey1_no_calc === true;
    if (this.#requote === 'kept' || (isManual && this.#requote === 'inputs')) return 'kept';
    if (isManual) return this.#fromLinked(deal);
    if (this.#requote === 'only-linked') return 'kept';
    // What the deal's format does not depend on leaves its quote as it is.
    const inputs = PRICE_INPUT_NAMES.filter((name) => name in fields);
    if (inputs.length > 0 && !inputs.some((name) => isUsed(name, deal))) return 'kept';
    return calculateFor(this.#context, this.#crmOptions, deal, PRICES_MAX_AGE_MS);
  }

  async #fromLinked(deal: Deal): Promise<Calc> {
    this.#linked ??= this.#context.crm.deals.products(deal.id, this.#crmOptions);
    return manualQuote(await this.#linked, { version: deal.gaikan_deal_version, discount: readDiscount(deal) });
  }
}
