import type { CrmCallOptions } from '../call-options.ts';
import { type Access, type RecordRef, recordPath } from './records.ts';

export function tagsEndpoint(access: Access) {
  async function change(action: 'add' | 'remove', ref: RecordRef, names: readonly string[], context: CrmCallOptions) {
    const operation = `tags.${action}`;
    const path = `${recordPath(ref, operation)}/actions/${action}_tags`;
    const json = JSON.stringify({
      tags: names.map((name) => ({ name })),
      ...(action === 'add' ? { over_write: false } : {}),
    });
    // Repeatable although it is a POST: adding a tag twice has no further effect.
    await access.exchange({ operation, effect: 'repeatable', method: 'POST', path, json }, context);
  }

  return {
    add: (ref: RecordRef, names: readonly string[], context: CrmCallOptions) => change('add', ref, names, context),
    remove: (ref: RecordRef, names: readonly string[], context: CrmCallOptions) =>
      change('remove', ref, names, context),
  };
}
