import { MODIFIED, recordedId } from './stand-ins.ts';

const written = (number: number) => ({ id: recordedId(number), Modified_Time: MODIFIED });

/**
 * Each scenario that writes, and its result for the caller. A request that differs from the recorded one fails the test.
 */
export const WRITES: Readonly<Record<string, unknown>> = {
  'contacts/update': written(1),
  'contacts/update-guarded': written(1),
  'contacts/update-many': [
    { id: recordedId(1), code: null },
    { id: recordedId(2), code: 'DUPLICATE_DATA' },
  ],
  'deals/update': written(2),
  'notes/create': written(3),
  'notes/remove': undefined,
  'attachments/upload': written(3),
  'calls/create-planned': written(4),
  'calls/create-made': written(3),
  'calls/update': written(3),
  'calls/remove': undefined,
  'tasks/create': written(3),
  'tasks/create-about-a-deal': written(4),
  'tasks/remove': undefined,
  'tags/add': undefined,
  'tags/remove': undefined,
  'mail/send': undefined,
  'mail/send-with-file': undefined,
  'products/create-many': [null],
  'settings/create-field': undefined,
  'settings/create-tag': undefined,
  'test-records/create-and-remove': undefined,
};
