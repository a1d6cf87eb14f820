import type { CrmCallOptions } from '../call-options.ts';
import { columns, coql } from '../coql.ts';
import { productShape } from '../shapes/product.ts';
import { fieldsOf } from '../shapes/read-record.ts';
import type { QueryEndpoint } from './query.ts';
import { type Access, readRecord } from './records.ts';

export function productsEndpoint(access: Access, query: QueryEndpoint) {
  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, productShape, { module: 'Products', id }, 'products.read', context),

    /** All active products, in no particular order. */
    listActive: (context: CrmCallOptions) =>
      query(
        coql`select ${columns(fieldsOf(productShape))} from Products where Product_Active = true limit 2000`,
        productShape,
        context,
      ),
  };
}
