import type { Product } from '../../../crm-contract/shapes/product.ts';

/** A product as the contract reads it, with defaults for omitted fields. */
export function product(fields: Partial<Product> & Pick<Product, 'Product_Category'>): Product {
  return {
    id: `4150868000000${String(nextId++).padStart(6, '0')}`,
    Product_Name: fields.Product_Category,
    Product_Code: null,
    Unit_Price: 100,
    Product_Active: true,
    gaikan_num_modules: null,
    gaikan_kwh: null,
    gaikan_kw: null,
    ...fields,
  };
}
let nextId = 1;

/** A price list with a module price for each count, three inverters and the rest once. */
export function priceList(moduleEuros: (n: number) => number = () => 2500.5): Product[] {
  return [
    ...Array.from({ length: 15 }, (_, index) =>
      product({
        Product_Category: 'battery_module',
        Product_Name: `Module bij ${index + 1}`,
        gaikan_num_modules: index + 1,
        gaikan_kw: 1.9,
        Unit_Price: moduleEuros(index + 1),
      }),
    ),
    // In no order, as a CRM lists them.
    ...[15, 5, 10].map((kw) =>
      product({
        Product_Category: 'inverter',
        Product_Name: `Omvormer ${kw} kW`,
        gaikan_kw: kw,
        Unit_Price: kw * 200.1,
      }),
    ),
    product({ Product_Category: 'installation', Product_Name: 'Volledige installatie', Unit_Price: 1850 }),
    product({ Product_Category: 'inspection', Product_Name: 'Inspectie', Unit_Price: 395 }),
    product({ Product_Category: 'cable', Product_Name: 'Kabel per meter', Unit_Price: 18.75 }),
  ];
}
