import type { CrmCallOptions } from '../call-options.ts';
import { columns, coql } from '../coql.ts';
import { FittingPage } from '../fitting-page.ts';
import { type NewProduct, newProduct, productShape } from '../shapes/product.ts';
import { fieldsOf } from '../shapes/read-record.ts';
import type { QueryEndpoint } from './query.ts';
import { type Access, createRecords, readRecord } from './records.ts';

export function productsEndpoint(access: Access, query: QueryEndpoint) {
  const page = new FittingPage();

  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, productShape, { module: 'Products', id }, 'products.read', context),

    /** Creates up to 100 products; returns the code that each was refused with, or null. */
    createMany: (products: readonly NewProduct[], context: CrmCallOptions) =>
      createRecords(access, newProduct, 'Products', products, 'products.createMany', context),

    /** All active products, in no particular order. */
    listActive: async (context: CrmCallOptions) => {
      const ask = (limit: number) =>
        query(
          coql`select ${columns(fieldsOf(productShape))} from Products where Product_Active = true limit ${limit}`,
          productShape,
          context,
        );
      return (await page.read(ask)).rows;
    },
  };
}
