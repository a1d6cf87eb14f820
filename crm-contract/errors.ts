/** Every way a call to the CRM can fail. The list is closed: callers switch over it. */
export type CrmErrorKind =
  /** No connection could be made, or it broke before an answer arrived. */
  | 'unreachable'
  /** The deadline, or the time limit of an attempt, passed. */
  | 'timeout'
  /** Our own queue is full, or no slot became free in time. */
  | 'busy'
  /** The CRM answered 429: too many calls at once, or nobody knows why. */
  | 'throttled'
  /** The day's credits are used up, or what is left of them is kept for more urgent calls. */
  | 'spent'
  /**
   * No access token is available, or its scopes or permissions do not cover the call. Our fault, never the visitor's.
   */
  | 'unauthorized'
  | 'not_found'
  /** The record was modified after the moment given as `unmodifiedSince` (412 `ALREADY_MODIFIED`). */
  | 'conflict'
  /** The CRM, or our own check before sending, refused a value; `fields` names which. */
  | 'invalid'
  /** The CRM refused our query, e.g. a filter on a field that was renamed. Our fault, never the visitor's. */
  | 'refused'
  /** A unique field already holds this value on another record. */
  | 'duplicate'
  /** Locked, in approval, in review or under a blueprint. */
  | 'locked'
  /** The CRM failed (5xx); it may have done the work first. */
  | 'server'
  /** The answer is not one of this API: HTML, truncated, redirected, too large, or of another structure. */
  | 'malformed'
  /** The caller's signal cancelled a read. */
  | 'cancelled';

/** Whether the CRM may have carried out the call. Reads always say 'no': they change nothing. */
export type Sent = 'no' | 'yes' | 'unknown';

type CrmErrorFacts = {
  kind: CrmErrorKind;
  /** Which call, e.g. `deals.update`. */
  operation: string;
  /** HTTP status of the last answer, when there was one. */
  status?: number;
  /** The CRM's own code (`INVALID_DATA`) or the network's (`ECONNREFUSED`). */
  code?: string;
  /** API names of the fields the CRM complained about; never their values. */
  fields?: readonly string[];
  sent: Sent;
  /** How long to wait before trying again. */
  retryAfterMs?: number;
};

/**
 * The only error of this room. Safe to log: it consists of names and codes and holds no body, token, field value or
 * underlying error.
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

/** Codes for want of a permission or a scope: the token works, and the call is refused. */
export const FORBIDDEN_CODES = [
  'OAUTH_SCOPE_MISMATCH',
  'NO_PERMISSION',
  'AUTHORIZATION_FAILED',
  'NOT_SUPPORTED',
] as const;

export function isForbidden(error: unknown): error is CrmError {
  return error instanceof CrmError && FORBIDDEN_CODES.some((code) => code === error.code);
}

/** Whether the API user may not see a module at all: for want of a permission or scope, or because it is switched off. */
export function isClosedToUs(error: unknown): error is CrmError {
  return isForbidden(error) || (error instanceof CrmError && error.code === 'INVALID_MODULE');
}

/** Whether the CRM said no: the same call would be refused again. A token that is refused says nothing about the call. */
export function isRefusedForGood(error: unknown): error is CrmError {
  return error instanceof CrmError && error.sent === 'no' && (REFUSALS.has(error.kind) || isForbidden(error));
}

// Codes and field names in an answer are untrusted text: only what looks like a name may be logged.
const CODE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const FIELD = /^[$A-Za-z_][A-Za-z0-9_.$]{0,99}$/;
