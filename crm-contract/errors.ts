/** Every way a call to the CRM can end without what was asked for. The list is closed: callers switch over it. */
export type CrmErrorKind =
  /** No connection could be made, or it broke before an answer came. */
  | 'unreachable'
  /** The deadline or the cap of an attempt passed. */
  | 'timeout'
  /** Our own queue is full, or no place came free in time. */
  | 'busy'
  /** The CRM said 429 (concurrency or the day's credits). */
  | 'throttled'
  /** No access token can be had, or its scopes or permissions do not cover the call. Our fault, never the visitor's. */
  | 'unauthorized'
  | 'not_found'
  /** The record was modified after the moment given as `unmodifiedSince` (412 `ALREADY_MODIFIED`). */
  | 'conflict'
  /** The CRM, or our own check before sending, refused a value; `fields` names where. */
  | 'invalid'
  /** The CRM refused a question of ours, such as a filter by a field that was renamed. Our fault, never the visitor's. */
  | 'refused'
  /** A unique field already holds this value on another record. */
  | 'duplicate'
  /** Locked, in approval, in review or under a blueprint. */
  | 'locked'
  /** The CRM failed (5xx); it may have done the work first. */
  | 'server'
  /** The answer is no answer of this API: HTML, truncated, redirected, too large, or not the promised envelope. */
  | 'malformed'
  /** The caller's signal ended a read. */
  | 'cancelled';

/** May the CRM have acted on it? Reads always say 'no': they change nothing. */
export type Sent = 'no' | 'yes' | 'unknown';

export type CrmErrorFacts = {
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
  /** How long to wait before asking again is worth it. */
  retryAfterMs?: number;
};

/**
 * The one error of this room. It is safe to log as it is: made from names and codes only, it carries no body, no
 * token, no value of a field and no underlying error.
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

// What an answer calls a code or a field is foreign text: only what looks like a name may reach a log.
const CODE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const FIELD = /^[$A-Za-z_][A-Za-z0-9_.$]{0,99}$/;
