import type { CrmCallOptions } from '../call-options.ts';
import { columns, coql, FittingPage } from '../coql.ts';
import { type DealPatch, dealPatch, dealShape, largeTextsShape } from '../shapes/deal.ts';
import { type NewProduct, newProduct, productShape } from '../shapes/product.ts';
import { fieldsOf } from '../shapes/read-record.ts';
import type { QueryEndpoint } from './query.ts';
import { type Access, createRecords, type GuardedWrite, listByIds, readRecord, updateRecord } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function dealsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, dealShape, { module: 'Deals', id }, 'deals.read', context),

    /** The large texts of at most 100 deals. */
    readTexts: (ids: readonly string[], context: CrmCallOptions) =>
      listByIds(access, largeTextsShape, 'Deals', ids, 'deals.readTexts', context),

    update: (id: string, patch: DealPatch, context: CrmCallOptions, guard?: GuardedWrite) =>
      updateRecord(access, dealPatch, { module: 'Deals', id }, patch, 'deals.update', context, guard),

    /** The products linked to a deal. The link has no quantity or price of its own (crm-api §4.5). */
    products: (dealId: string, context: CrmCallOptions) =>
      related.list({ module: 'Deals', id: dealId }, 'Products', productShape, context, { operation: 'deals.products' }),
  };
}

export function productsEndpoint(access: Access, query: QueryEndpoint) {
  const page = new FittingPage();

  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, productShape, { module: 'Products', id }, 'products.read', context),

    /** Creates up to 100 products; returns for each the code of its refusal, or null. */
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
