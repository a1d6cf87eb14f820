import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { instant, recordId } from '../shapes/tolerant.ts';
import { type Access, type ModuleName, recordsIn } from './records.ts';

const deletedShape = z.object({ id: recordId, deleted_time: instant });

const PAGE_SIZE = 200;
/** 2,000 records: whoever deletes more between two looks makes everything be read anew. */
const MOST_PAGES = 10;

/** Ids of a module's records that were deleted, or merged into another, since a moment. */
export function deletedEndpoint(access: Access) {
  return {
    /** `isWhole` is false when there were more than are listed. */
    async since(
      module: ModuleName,
      moment: string,
      context: CrmCallOptions,
    ): Promise<{ ids: string[]; isWhole: boolean }> {
      const operation = 'deleted.since';
      const ids: string[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const reply = await access.exchange(
          {
            operation,
            effect: 'read',
            method: 'GET',
            path: `/${module}/deleted`,
            query: { type: 'all', page: String(page), per_page: String(PAGE_SIZE) },
            headers: { 'if-modified-since': moment },
          },
          context,
        );
        ids.push(...recordsIn(access, deletedShape, reply, module, operation, context).map(({ id }) => id));
        if (!reply.more) return { ids, isWhole: true };
      }
      return { ids, isWhole: false };
    },
  };
}
