import type { CrmCallOptions } from '../call-options.ts';
import { type DealPatch, dealPatch, dealShape, largeTextsShape } from '../shapes/deal.ts';
import { productShape } from '../shapes/product.ts';
import { type Access, type GuardedWrite, listByIds, readRecord, updateRecord } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function dealsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, dealShape, { module: 'Deals', id }, 'deals.read', context),

    /** The large texts of some deals, at most 100. */
    readTexts: (ids: readonly string[], context: CrmCallOptions) =>
      listByIds(access, largeTextsShape, 'Deals', ids, 'deals.readTexts', context),

    update: (id: string, patch: DealPatch, context: CrmCallOptions, guard?: GuardedWrite) =>
      updateRecord(access, dealPatch, { module: 'Deals', id }, patch, 'deals.update', context, guard),

    /** The products linked to a deal. The link holds no quantity and no price of its own (crm-api §4.5). */
    products: (dealId: string, context: CrmCallOptions) =>
      related.list({ module: 'Deals', id: dealId }, 'Products', productShape, context, { operation: 'deals.products' }),
  };
}
