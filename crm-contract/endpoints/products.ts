import type { CrmCallOptions } from '../call-options.ts';
import { columns, coql } from '../coql.ts';
import { PRODUCT_FIELDS, productShape } from '../shapes/product.ts';
import type { QueryEndpoint } from './query.ts';
import { type Access, readRecord } from './records.ts';

export function productsEndpoint(access: Access, query: QueryEndpoint) {
  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, productShape, { module: 'Products', id }, 'products.read', context),

    /** All active products, in no particular order. */
    listActive: (context: CrmCallOptions) =>
      query(
        coql`select ${columns(PRODUCT_FIELDS)} from Products where Product_Active = true limit 2000`,
        productShape,
        context,
      ),
  };
}
