import { describe, expect, test } from 'vitest';
import { presentQuote } from '../../bff/quote/present-quote.ts';
import type { ShownQuote } from '../../bff/quote/quote-fingerprint.ts';
import type { QuoteRow } from '../../bff/view-models/quote.ts';
import { type ComparedDeal, quoteChanges } from '../../web/quote/quote-changes.ts';
import { formatMoney } from '../../web/texts/format.ts';
import { EXAMPLE_QUOTE, OLDER } from '../bff/quote/example-quote.ts';

const CONDITIONS: NonNullable<ComparedDeal['conditions']> = {
  terms: { version: '2026-01', paragraphs: [{ title: 'Garantie', text: 'Tien jaar.' }] },
  payments: [{ when: 'na uw bestelling', euros: 9680 }],
  loan: null,
  guarantee: { text: 'Wij herstellen kosteloos.', notice: null, label: null },
};

function deal(change: Partial<ShownQuote> = {}): ComparedDeal {
  const quote = { ...EXAMPLE_QUOTE, ...change };
  return { customer: quote.customer, quote: presentQuote(quote), conditions: CONDITIONS };
}

function withRows(products: QuoteRow[], total: number): ComparedDeal {
  const calc = EXAMPLE_QUOTE.survey1_calc;
  const priceCalc = { productUnitPriceSum: total, vat: total * 0.21, finalInclVat: total * 1.21 };
  return deal({ survey1_calc: { ...calc, output: { products }, priceCalc } });
}

describe('F1 the changes of a quote', () => {
  test('a changed row is shown with the totals that follow from it', () => {
    const now = withRows(
      [
        { id: '8', name: 'Module', type: 'battery_module', amount: 8, pricePer: 950, priceTotal: 7600 },
        { id: 'i', name: 'Omvormer', type: 'inverter', amount: 1, pricePer: 2000, priceTotal: 2000 },
      ],
      9600,
    );
    expect(quoteChanges(deal(), now)).toEqual([
      {
        what: 'Module',
        before: `6 × ${formatMoney(1000)} = ${formatMoney(6000)}`,
        now: `8 × ${formatMoney(950)} = ${formatMoney(7600)}`,
      },
      { what: 'Totaal Excl. btw', before: formatMoney(8000), now: formatMoney(9600) },
      { what: 'Btw', before: formatMoney(1680), now: formatMoney(2016) },
      { what: 'Eind totaal incl. btw', before: formatMoney(9680), now: formatMoney(11616) },
    ]);
  });

  test('a new, a removed and a renamed row are shown', () => {
    const now = withRows(
      [
        { id: '6', name: 'Zoutmodule', type: 'battery_module', amount: 6, pricePer: 1000, priceTotal: 6000 },
        { id: 'k', name: 'Kabel', type: 'cable', amount: 1, pricePer: 2000, priceTotal: 2000 },
      ],
      8000,
    );
    expect(quoteChanges(deal(), now)).toEqual([
      {
        what: 'Zoutmodule',
        before: `Module: 6 × ${formatMoney(1000)} = ${formatMoney(6000)}`,
        now: `Zoutmodule: 6 × ${formatMoney(1000)} = ${formatMoney(6000)}`,
      },
      { what: 'Omvormer', before: formatMoney(2000), now: '–' },
      { what: 'Kabel', before: '–', now: formatMoney(2000) },
    ]);
  });

  test('a changed discount, subsidy, name or address is shown', () => {
    const now = deal({
      ...OLDER,
      gaikan_discount: 750,
      survey1_pending_subsidy: true,
      customer: { ...EXAMPLE_QUOTE.customer, Full_Name: 'Bo de Vos', Mailing_Street: 'Kade 5' },
    });
    expect(quoteChanges(deal(OLDER), now).map(({ what, before, now: after }) => [what, before, after])).toEqual([
      ['Vroegboek', formatMoney(-500), formatMoney(-750)],
      ['Subsidie', '–', 'Onder voorbehoud van subsidie'],
      ['Naam', 'Bo Vos', 'Bo de Vos'],
      ['Adres', 'Kade 3, 3581 KD Utrecht', 'Kade 5, 3581 KD Utrecht'],
    ]);
  });

  test('changed terms, payments or loan texts are named, also beside a changed row', () => {
    const text = { what: 'Voorwaarden of omschrijving', before: 'Vorige versie', now: 'Bijgewerkt' };
    const now = deal({ customer: { ...EXAMPLE_QUOTE.customer, Full_Name: 'Bo de Vos' } });
    const name = { what: 'Naam', before: 'Bo Vos', now: 'Bo de Vos' };
    const paragraphs = [{ title: 'Garantie', text: 'Vijf jaar.' }];
    const loan = { licenceHolder: 'Bank', wording: 'Lenen', warning: 'Let op!', example: null };
    for (const changed of [{ terms: { version: '2026-01', paragraphs } }, { loan }]) {
      const conditions = { ...CONDITIONS, ...changed };
      expect(quoteChanges(deal(), { ...now, conditions })).toEqual([name, text]);
    }
    const payments = [{ when: 'vooraf', euros: 9680 }];
    expect(quoteChanges(deal(), { ...now, conditions: { ...CONDITIONS, payments } })).toEqual([
      { what: 'Zo betaalt u', before: `${formatMoney(9680)} na uw bestelling`, now: `${formatMoney(9680)} vooraf` },
      name,
    ]);
    expect(quoteChanges(deal(), { ...now, conditions: null })).toEqual([name]);
  });

  test('a new fingerprint is reported also if no change is visible', () => {
    expect(quoteChanges(deal(), deal())).toEqual([
      { what: 'Voorwaarden of omschrijving', before: 'Vorige versie', now: 'Bijgewerkt' },
    ]);
  });
});
