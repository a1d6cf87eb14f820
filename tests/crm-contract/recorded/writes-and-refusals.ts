import type { CrmError } from '../../../crm-contract/errors.ts';
import { MODIFIED, recordedId } from './reads.ts';

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

const noClient = { kind: 'unauthorized', sent: 'no' } as const;
const invalid = { kind: 'invalid', status: 400, code: 'INVALID_DATA', sent: 'no' } as const;
const gone = { ...invalid, kind: 'not_found', fields: [] } as const;

/** Each scenario in which the CRM refuses a call. */
export const REFUSALS: Readonly<Record<string, Partial<CrmError>>> = {
  'token/refused-refresh-token': { ...noClient, code: 'invalid_code' },
  'contacts/update-changed-since': { kind: 'conflict', status: 412, code: 'ALREADY_MODIFIED', fields: [], sent: 'no' },
  'contacts/update-nobody': gone,
  'contacts/update-too-long': { ...invalid, fields: ['Phone'] },
  'contacts/update-two-faults': { ...invalid, code: 'MULTIPLE_OR_MULTI_ERRORS', fields: ['First_Name', 'Phone'] },
  'contacts/update-hash-of-another': {
    ...invalid,
    kind: 'duplicate',
    code: 'DUPLICATE_DATA',
    fields: ['survey1_hash'],
  },
  'notes/list-of-nobody': gone,
  'notes/create-for-nobody': gone,
  'notes/remove-again': gone,
  'attachments/remove': gone,
  'tasks/create-for-nobody': { ...invalid, fields: ['Who_Id'] },
  'tags/add-to-nobody': { ...invalid, fields: [] },
  'mail/send-about-nobody': gone,
  // A query that the CRM refuses is our fault.
  'queries/unknown-criterion': { ...invalid, kind: 'refused', code: 'INVALID_QUERY', fields: ['geen_kolom'] },
  'settings/add-options': invalid,
  'settings/set-stages': invalid,
  'settings/create-field-again': { kind: 'duplicate', status: 400, fields: ['field_label'], sent: 'no' },
};
