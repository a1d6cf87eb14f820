import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow tests in short files, the longest first. */
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
  'tests/bff/sign-refusals',
  'tests/security/strangers',
  'tests/security/naughty-texts',
  'tests/bff/agreement/withdrawal-stands',
  'tests/bff/desk/undo',
];

/** Vitest starts with the largest file: slow tests in short files would run last, each alone on a worker. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((long) => moduleId.endsWith(`/${long}.test.ts`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
