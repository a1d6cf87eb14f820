import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calculateLegacyQuote, calculateQuote, manualQuote } from '../../bff/quote/calculate-quote.ts';
import type { PriceList } from '../../bff/quote/price-list.ts';
import { readDiscount, readInputs, readLegacyInputs } from '../../bff/quote/quote-inputs.ts';
import { type Deal, dealShape } from '../../crm-contract/shapes/deal.ts';
import { productShape } from '../../crm-contract/shapes/product.ts';
import { type SandboxUnderTest, sandboxUnderTest } from './sandbox-under-test.ts';

const { includedMetres } = JSON.parse(readFileSync('portal.json', 'utf8')) as { includedMetres: number };

async function productsOf({ crm }: SandboxUnderTest, path = '/Products'): Promise<PriceList> {
  const { json } = await crm('GET', `${path}?fields=${Object.keys(productShape.shape).join(',')}`);
  return json.data.map((row: unknown) => productShape.parse(row));
}

/** What the portal calculates for this deal. */
async function calculated(sandbox: SandboxUnderTest, deal: Deal, prices: PriceList, rows: readonly { id: string }[]) {
  if (deal.survey1_no_calc) {
    const linked = await productsOf(sandbox, `/Deals/${deal.id}/Products`);
    // The list of the deal's products has an order of its own.
    const place = ({ id }: { id: string }) => rows.findIndex((row) => row.id === id);
    return manualQuote(
      linked.toSorted((a, b) => place(a) - place(b)),
      deal.gaikan_deal_version,
      readDiscount(deal),
    );
  }
  const [inputs, older] = [readInputs(deal), readLegacyInputs(deal)];
  if (deal.gaikan_deal_version === '2') return inputs && calculateQuote(inputs, prices, includedMetres);
  return older && calculateLegacyQuote(older, prices);
}

test('decisions E1–E7 every seeded quote is what the portal calculates for its deal', async () => {
  const sandbox = await sandboxUnderTest({ contacts: 12 });
  const prices = await productsOf(sandbox);
  const listed = (await sandbox.coql('select id from Deals where Amount > 0')).json.data;
  expect(listed).toHaveLength(9 + 8);
  for (const { id } of listed) {
    const deal = dealShape.parse((await sandbox.crm('GET', `/Deals/${id}`)).json.data[0]);
    const stored = JSON.parse(deal.survey1_calc ?? '');
    expect(stored, deal.Deal_Name ?? '').toEqual(await calculated(sandbox, deal, prices, stored.output.products));
    expect(deal.Amount).toBe(stored.priceCalc.finalInclVat);
  }
});

test('decision D the price list has 15 falling module prices, and products that are no longer sold', async () => {
  const list = await productsOf(await sandboxUnderTest());
  const modules = list
    .filter(({ Product_Category }) => Product_Category === 'battery_module')
    .toSorted((a, b) => Number(a.gaikan_num_modules) - Number(b.gaikan_num_modules));
  const oneToFifteen = Array.from({ length: 15 }, (_, n) => n + 1);
  expect(modules.map(({ gaikan_num_modules }) => gaikan_num_modules)).toEqual(oneToFifteen);
  expect(modules.map(({ gaikan_kwh }) => gaikan_kwh)).toEqual(oneToFifteen.map((n) => (n * 57) / 10));
  const prices = modules.map(({ Unit_Price }) => Number(Unit_Price));
  expect(prices).toEqual([...new Set(prices)].sort((a, b) => b - a));
  expect(list.filter(({ Product_Active }) => !Product_Active)).toHaveLength(2);
});
