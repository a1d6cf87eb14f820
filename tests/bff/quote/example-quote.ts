import type { ShownQuote } from '../../../bff/quote/quote-fingerprint.ts';

/** A quote with modules; each test changes its own parts. */
export const EXAMPLE_QUOTE = {
  id: '1',
  gaikan_deal_version: '2',
  survey1_calc: {
    output: {
      products: [
        { id: '6', name: 'Module', type: 'battery_module', amount: 6, pricePer: 1000, priceTotal: 6000 },
        { id: 'i', name: 'Omvormer', type: 'inverter', amount: 1, pricePer: 2000, priceTotal: 2000 },
      ],
    },
    quote: { products: [], battery: null, inverter: null },
    priceCalc: { productUnitPriceSum: 8000, vat: 1680, finalInclVat: 9680 },
    module: { num_modules: 6, kwh: 34.2 },
  },
  products: [],
  gaikan_self_installation: null,
  survey1_no_calc: false,
  gaikan_discount: null,
  gaikan_discount_reason: null,
  survey1_pending_subsidy: false,
  customer: {
    Full_Name: 'Bo Vos',
    Mailing_Street: 'Kade 3',
    Mailing_Zip: '3581 KD',
    Mailing_City: 'Utrecht',
    Mailing_Country: null,
  },
  financing: null,
} satisfies ShownQuote;

/** The changes that make it a quote of the older format, with a discount. */
export const OLDER: Partial<ShownQuote> = {
  gaikan_deal_version: null,
  products: [{ id: 'a', Product_Name: 'Batterij', Unit_Price: 9000 }],
  gaikan_discount: 500,
  gaikan_discount_reason: 'Vroegboek',
};
