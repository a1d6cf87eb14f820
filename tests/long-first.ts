import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long though its file is short, the longest first. */
const LONG = [
  'tests/load/load',
  'tests/load/rolling-restart',
  'tests/security/one-link',
  'tests/bff/faults/slow-crm',
  'tests/bff/faults/limits',
  'tests/bff/order-copy-faults',
  'tests/security/slow',
  'tests/bff/photos/slow-senders',
  'tests/bff/late-copies',
];

/** Vitest begins with the largest file: the long ones among the short would be left at the end, one worker on each. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((long) => moduleId.endsWith(`/${long}.test.ts`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
