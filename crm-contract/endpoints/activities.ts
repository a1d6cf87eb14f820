import type { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import type { Questions } from '../questions.ts';
import type { RecordShape } from '../shapes/read-record.ts';
import type { RecordRef } from './records.ts';
import { eachIdOnce, type RelatedEndpoint } from './related.ts';

type Activities = 'Calls' | 'Tasks';

/**
 * The open and the closed calls or tasks of a record. The CRM keeps them in two related lists; where it refuses the one of
 * the closed, `closedOtherwise` finds those that `open` does not hold.
 */
export function activityLists(related: RelatedEndpoint, questions: Questions) {
  return async <S extends RecordShape>(
    parent: RecordRef,
    module: Activities,
    shape: S,
    context: CrmCallOptions,
    closedOtherwise: (open: readonly z.output<S>[]) => Promise<readonly z.output<S>[]>,
  ): Promise<z.output<S>[]> => {
    const open = related.list(parent, module, shape, context);
    const closed = questions.ask(
      'closed_activities',
      () => related.list(parent, `${module}_History`, shape, context),
      async () => [...(await closedOtherwise(await open))],
    );
    return eachIdOnce((await Promise.all([open, closed])).flat());
  };
}
