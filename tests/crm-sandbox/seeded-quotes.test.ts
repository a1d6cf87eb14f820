import { expect, test } from 'vitest';
import { type SandboxUnderTest, sandboxUnderTest } from './sandbox-under-test.ts';

interface Product {
  id: string;
  Product_Name: string;
  Product_Category: string;
  Product_Active: boolean;
  Unit_Price: number;
  gaikan_num_modules: number | null;
  gaikan_kwh: number | null;
  gaikan_kw: number | null;
}

interface Row {
  id: string | null;
  name: string;
  type: string;
  amount: number;
  pricePer: number;
  priceTotal: number;
}

const cents = (euros: number) => {
  expect(euros).toBe(Number(euros.toFixed(2)));
  return Math.round(euros * 100);
};

async function products({ coql }: SandboxUnderTest): Promise<Product[]> {
  const columns =
    'id, Product_Name, Product_Category, Product_Active, Unit_Price, gaikan_num_modules, gaikan_kwh, gaikan_kw';
  return (await coql(`select ${columns} from Products where id is not null`)).json.data;
}

/** The inverter of decision E2: the fixed one, or the smallest that is strong enough. */
function expectedInverter(list: Product[], fixed: string | null, modules: number): Product | undefined {
  const inverters = list
    .filter((product) => product.Product_Category === 'inverter' && product.Product_Active)
    .sort((a, b) => Number(a.gaikan_kw) - Number(b.gaikan_kw));
  return fixed
    ? inverters.find((product) => product.gaikan_kw === Number(fixed))
    : inverters.find((product) => Number(product.gaikan_kw) * 10 >= modules * 19);
}

test('decisions E1–E6 every seeded quote adds up to the cent, at the prices of the products', async () => {
  const sandbox = await sandboxUnderTest({ contacts: 12 });
  const list = await products(sandbox);
  const byId = new Map(list.map((product) => [product.id, product]));
  const { json } = await sandbox.coql(
    'select Deal_Name, Amount, survey1_calc, survey1_no_calc, gaikan_deal_version, gaikan_discount, gaikan_discount_reason, gaikan_saltion_battery_modules, gaikan_saltion_fixed_inverter_kw, gaikan_self_installation, survey1_battery_box_distance_m, survey1_preferred_battery_size from Deals where Amount > 0',
  );
  expect(json.data.length).toBe(9 + 8);

  for (const deal of json.data) {
    const calc = JSON.parse(deal.survey1_calc);
    const rows: Row[] = calc.output.products;
    let sum = 0;
    for (const row of rows) {
      expect(cents(row.priceTotal), `${deal.Deal_Name}: ${row.name}`).toBe(cents(row.pricePer) * row.amount);
      sum += cents(row.priceTotal);
      if (row.id === null) {
        expect(row).toMatchObject({
          type: 'discount',
          name: deal.gaikan_discount_reason,
          priceTotal: -deal.gaikan_discount,
        });
      } else {
        const product = byId.get(row.id);
        expect(product).toMatchObject({ Product_Name: row.name, Product_Category: row.type, Unit_Price: row.pricePer });
      }
    }
    for (const { id, Product_Name, Unit_Price } of calc.quote.products) {
      expect(byId.get(id)).toMatchObject({ Product_Name, Unit_Price });
      sum += cents(Unit_Price);
    }
    const legacy = deal.gaikan_deal_version === null;
    if (legacy) sum -= cents(deal.gaikan_discount ?? 0);

    const vat = Math.floor((sum * 21 + 50) / 100);
    expect(calc.priceCalc, deal.Deal_Name).toEqual({
      productUnitPriceSum: sum / 100,
      vat: vat / 100,
      finalInclVat: (sum + vat) / 100,
    });
    expect(deal.Amount).toBe(calc.priceCalc.finalInclVat);
    if (!legacy && !deal.survey1_no_calc) expectRows(deal, calc, list);
    if (legacy) expectLegacyRows(deal, calc, byId);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: a deal and its calc as the CRM answers them
function expectRows(deal: any, calc: any, list: Product[]): void {
  const modules = Number(deal.gaikan_saltion_battery_modules);
  const inverter = expectedInverter(list, deal.gaikan_saltion_fixed_inverter_kw, modules);
  const rows: Row[] = calc.output.products;
  const metres = Number(deal.survey1_battery_box_distance_m) - 5;
  const types = ['battery_module', 'inverter'];
  if (deal.gaikan_self_installation === '1') types.push('inspection');
  else types.push('installation', ...(metres > 0 ? ['cable'] : []));
  if (deal.gaikan_discount) types.push('discount');

  expect(rows.map((row) => row.type)).toEqual(types);
  const battery = list.find((product) => product.gaikan_num_modules === modules);
  expect(rows[0]).toMatchObject({ id: battery?.id, amount: modules });
  expect(rows[1]).toMatchObject({ id: inverter?.id, amount: 1 });
  if (types.includes('cable')) expect(rows[3]).toMatchObject({ amount: metres });
  const kwh = (modules * 57) / 10;
  expect(calc.module).toEqual({ num_modules: modules, kwh });
  expect(calc.quote).toMatchObject({ battery: { size: kwh }, inverter: { size: inverter?.gaikan_kw }, products: [] });
}

// biome-ignore lint/suspicious/noExplicitAny: a deal and its calc as the CRM answers them
function expectLegacyRows(deal: any, calc: any, byId: Map<string, Product>): void {
  const size = Number(deal.survey1_preferred_battery_size);
  const found = calc.quote.products.map((product: { id: string }) => byId.get(product.id));
  expect(found).toMatchObject([
    { Product_Category: 'legacy_battery', gaikan_kwh: size },
    { Product_Category: 'legacy_inverter', gaikan_kwh: size, gaikan_kw: calc.quote.inverter.size },
    { Product_Category: 'legacy_installation' },
  ]);
  expect(calc.quote.battery).toEqual({ size });
}

test("decision E7 gerrit's manual quote holds the products that the deal is linked to", async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const id = await dealOf('gerrit');
  const calc = JSON.parse((await crm('GET', `/Deals/${id}`)).json.data[0].survey1_calc);
  const linked = (await crm('GET', `/Deals/${id}/Products?fields=Unit_Price`)).json.data;
  const rows = calc.output.products.map((row: Row) => ({ id: row.id, Unit_Price: row.pricePer }));
  expect(linked).toEqual(expect.arrayContaining(rows));
  expect(linked).toHaveLength(rows.length);
});

test('decision D the price list has 15 falling module prices, and products that are no longer sold', async () => {
  const list = await products(await sandboxUnderTest());
  const modules = list.filter((product) => product.Product_Category === 'battery_module');
  expect(modules.map((product) => product.gaikan_num_modules)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
  expect(modules.map((product) => product.gaikan_kwh)).toEqual(
    Array.from({ length: 15 }, (_, n) => ((n + 1) * 57) / 10),
  );
  const prices = modules.map((product) => product.Unit_Price);
  expect(prices).toEqual([...prices].sort((a, b) => b - a));
  expect(new Set(prices).size).toBe(15);
  expect(list.filter((product) => !product.Product_Active)).toHaveLength(2);
});
