/** All ways a call to the CRM can fail. The list is closed: callers switch over it. */
export type CrmErrorKind =
  /** No connection could be made, or it broke before an answer arrived. */
  | 'unreachable'
  /** The deadline, or the time limit of an attempt, passed. */
  | 'timeout'
  /** Our own queue is full, or no slot became free in time. */
  | 'busy'
  /** The CRM answered 429: too many simultaneous calls, or an unknown reason. */
  | 'throttled'
  /** The day's credits are used up, or the rest is reserved for more urgent calls. */
  | 'spent'
  /**
   * No access token is available, or its scopes or permissions do not cover the call. Our fault, never the client's.
   */
  | 'unauthorized'
  | 'not_found'
  /** The record was modified after the moment given as `unmodifiedSince` (412 `ALREADY_MODIFIED`). */
  | 'conflict'
  /** The CRM, or our own check before sending, refused a value; `fields` names the fields. */
  | 'invalid'
  /** The CRM refused our query, e.g. a filter on a renamed field. Our fault, never the client's. */
  | 'refused'
  /** Another record already has this value in a unique field. */
  | 'duplicate'
  /** The record is locked, in approval, in review or under a blueprint. */
  | 'locked'
  /** The CRM failed (5xx), possibly after completing the work. */
  | 'server'
  /** The answer does not fit this API: HTML, truncated, redirected, too large, or with another structure. */
  | 'malformed'
  /** The caller's signal cancelled a read. */
  | 'cancelled';

/** Whether the CRM may have executed the call. Reads always say 'no': they change nothing. */
export type Sent = 'no' | 'yes' | 'unknown';

type CrmErrorFacts = {
  kind: CrmErrorKind;
  /** The call, e.g. `deals.update`. */
  operation: string;
  /** HTTP status of the last answer, if any. */
  status?: number;
  /** The CRM's own code (`INVALID_DATA`) or the network's (`ECONNREFUSED`). */
  code?: string;
  /** API names of the fields the CRM complained about; never their values. */
  fields?: readonly string[];
  sent: Sent;
  /** How long to wait before a retry. */
  retryAfterMs?: number;
};

/**
 * The only error that crm-contract throws. Safe to log: it consists of names and codes and holds no body, token, field
 * value or underlying error.
 */
export class CrmError extends Error {
  override readonly name = 'CrmError';
  readonly kind: CrmErrorKind;
  readonly operation: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly fields: readonly string[] | undefined;
  readonly sent: Sent;
  readonly retryAfterMs: number | undefined;

  constructor(facts: CrmErrorFacts) {
    const code = facts.code !== undefined && CODE.test(facts.code) ? facts.code : undefined;
    const fields = facts.fields?.filter((field) => FIELD.test(field));
    super(`${facts.operation}: ${[facts.kind, facts.status, code, fields?.join(' ')].filter(Boolean).join(' ')}`);
    this.kind = facts.kind;
    this.operation = facts.operation;
    this.status = facts.status;
    this.code = code;
    this.fields = fields;
    this.sent = facts.sent;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

const REFUSALS: ReadonlySet<CrmErrorKind> = new Set(['not_found', 'invalid', 'refused', 'duplicate', 'locked']);

/** Codes for a missing permission or scope: the token is valid, but the call is refused. */
export const FORBIDDEN_CODES = [
  'OAUTH_SCOPE_MISMATCH',
  'NO_PERMISSION',
  'AUTHORIZATION_FAILED',
  'NOT_SUPPORTED',
] as const;

export function isForbidden(error: unknown): error is CrmError {
  return error instanceof CrmError && FORBIDDEN_CODES.some((code) => code === error.code);
}

/** Whether the API user has no access to a module: a missing permission or scope, or the module is switched off. */
export function isClosedToUs(error: unknown): error is CrmError {
  return isForbidden(error) || (error instanceof CrmError && error.code === 'INVALID_MODULE');
}

/** Whether the CRM refused the call: a repeat would be refused too. A refused token says nothing about the call. */
export function isRefusedForGood(error: unknown): error is CrmError {
  return error instanceof CrmError && error.sent === 'no' && (REFUSALS.has(error.kind) || isForbidden(error));
}

/** The result, or the error of a refusal; every other error is thrown. */
export async function orRefusal<T>(call: Promise<T>): Promise<T | CrmError> {
  try {
    return await call;
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    return error;
  }
}

// Codes and field names in an answer are untrusted text: only what looks like a name may be logged.
const CODE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const FIELD = /^[$A-Za-z_][A-Za-z0-9_.$]{0,99}$/;

/** The result, or the CRM's error; every other error is thrown. */
export async function orCrmError<T>(call: Promise<T>): Promise<T | CrmError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CrmError) return error;
    throw error;
  }
}
