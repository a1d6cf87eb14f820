import type { CrmError } from '../../../crm-contract/errors.ts';

const noClient = { kind: 'unauthorized', sent: 'no' } as const;
const invalid = { kind: 'invalid', status: 400, code: 'INVALID_DATA', sent: 'no' } as const;
const gone = { kind: 'not_found', status: 400, code: 'INVALID_DATA', fields: [], sent: 'no' } as const;
/** A question that the CRM refuses is our fault. */
const badQuery = { kind: 'refused', status: 400, code: 'SYNTAX_ERROR', fields: [], sent: 'no' } as const;

/** Each scenario in which the CRM refuses what the client asked. */
export const REFUSALS: Readonly<Record<string, Partial<CrmError>>> = {
  'token/refused-refresh-token': { ...noClient, code: 'invalid_code' },
  'token/refused-client': { ...noClient, code: 'invalid_client' },
  'token/refused-secret': { ...noClient, code: 'invalid_client_secret' },
  'contacts/update-changed-since': { kind: 'conflict', status: 412, code: 'ALREADY_MODIFIED', fields: [], sent: 'no' },
  'contacts/update-nobody': gone,
  'contacts/update-too-long': { ...invalid, fields: ['Phone'] },
  'contacts/update-two-faults': { ...invalid, code: 'MULTIPLE_OR_MULTI_ERRORS', fields: ['First_Name', 'Phone'] },
  'contacts/update-hash-of-another': {
    kind: 'duplicate',
    status: 400,
    code: 'DUPLICATE_DATA',
    fields: ['survey1_hash'],
    sent: 'no',
  },
  'deals/update-nothing': gone,
  'notes/list-of-nobody': gone,
  'notes/create-empty': { ...invalid, code: 'EXPECTED_FIELD_MISSING', fields: ['Note_Content', 'Note_Title'] },
  'notes/create-for-nobody': gone,
  'notes/remove-again': gone,
  'attachments/remove': gone,
  'tasks/create-for-nobody': { ...invalid, fields: ['Who_Id'] },
  'tags/add-to-nobody': { ...invalid, fields: [] },
  'tags/add-too-long': { ...invalid, fields: ['tags'] },
  'mail/send-about-nobody': gone,
  'queries/unknown-criterion': { ...badQuery, code: 'INVALID_QUERY', fields: ['geen_kolom'] },
  'queries/no-criterion': badQuery,
  'queries/unexpected-word': badQuery,
  'queries/three-criteria-without-brackets': badQuery,
  'queries/same-column-twice': {
    kind: 'duplicate',
    status: 400,
    code: 'DUPLICATE_DATA',
    fields: ['Stage'],
    sent: 'no',
  },
  'queries/too-many-rows': { ...badQuery, code: 'LIMIT_EXCEEDED' },
  'queries/unknown-module': { ...badQuery, code: 'INVALID_MODULE' },
  'settings/create-field-again': { kind: 'duplicate', status: 400, fields: ['field_label'], sent: 'no' },
};

/** What the client never asks for, or never in this way: the CRM's own word for it. */
export const RAW_ANSWERS: Readonly<Record<string, readonly [status: number, code: string]>> = {
  'token/unknown': [401, 'INVALID_TOKEN'],
  'token/missing': [401, 'AUTHENTICATION_FAILURE'],
  'users/list-of-no-such-type': [400, 'INVALID_DATA'],
  'contacts/read-no-id': [404, 'INVALID_URL_PATTERN'],
  'contacts/update-unknown-field': [400, 'INVALID_DATA'],
  'contacts/update-text-for-checkbox': [400, 'INVALID_DATA'],
  'contacts/insert-without-last-name': [400, 'MANDATORY_NOT_FOUND'],
  'contacts/insert-one-of-two': [207, 'SUCCESS'],
  'notes/page-token': [400, 'TOKEN_BOUND_DATA_MISMATCH'],
  'notes/list-without-fields': [400, 'REQUIRED_PARAM_MISSING'],
  'notes/list-too-many-fields': [400, 'LIMIT_EXCEEDED'],
  'notes/list-page-too-far': [400, 'DISCRETE_PAGINATION_LIMIT_EXCEEDED'],
  'notes/list-of-no-such-name': [400, 'INVALID_DATA'],
  'attachments/upload-nothing': [400, 'REQUIRED_PARAM_MISSING'],
  'calls/create-of-no-length': [400, 'DEPENDENT_MISMATCH'],
  'queries/without-text': [400, 'MANDATORY_NOT_FOUND'],
  'anywhere/unknown-module': [400, 'INVALID_MODULE'],
  'anywhere/wrong-method': [400, 'INVALID_REQUEST_METHOD'],
};
