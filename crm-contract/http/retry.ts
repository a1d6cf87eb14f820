import type { MonotonicClock } from '../call-options.ts';
import type { CrmErrorKind } from '../errors.ts';
import { createRecentCount, type Sign } from './circuit-breaker.ts';

/**
 * How a request affects the CRM.
 * - `read` changes nothing
 * - `repeatable` is idempotent: it sets absolute values
 * - `once` adds something each time it is executed
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** `again`: up to `MOST_ATTEMPTS`; `once more`: one repeat; `with a new token`: one repeat after a refresh. */
type Reaction = 'again' | 'once more' | 'with a new token' | 'stop';

type Rule = {
  reaction: Reaction;
  /** May a write have been executed? Then a `once` write is never repeated here. */
  executed: 'no' | 'unknown';
  /** What the failure indicates about the CRM's health, for the breaker: a refusal is an answer. */
  sign: Sign;
};

/** The meaning of each kind of failure, and the reaction to it (reliability §1.2). */
export const RULES = {
  /** No connection or no TLS: nothing was sent. */
  neverSent: { reaction: 'again', executed: 'no', sign: 'faulty' },
  /** 429, or its code. */
  throttled: { reaction: 'again', executed: 'no', sign: 'nothing' },
  /** 429 with hardly any daily credits left: a retry is pointless. */
  quotaExhausted: { reaction: 'stop', executed: 'no', sign: 'nothing' },
  /** 401 with `INVALID_TOKEN` or `AUTHENTICATION_FAILURE`. */
  tokenRefused: { reaction: 'with a new token', executed: 'no', sign: 'healthy' },
  /** A code for a refusal. */
  rejected: { reaction: 'stop', executed: 'no', sign: 'healthy' },
  /** Reset, broken or timed out after the request had started. */
  lost: { reaction: 'again', executed: 'unknown', sign: 'faulty' },
  /** Any 5xx: the write may have been committed. */
  serverFault: { reaction: 'again', executed: 'unknown', sign: 'faulty' },
  /** 2xx that is not JSON, is truncated or has another structure; an empty answer to a write. */
  invalidBody: { reaction: 'once more', executed: 'unknown', sign: 'faulty' },
  /** Redirects, answers above the size cap, 4xx without a code. */
  unexpectedResponse: { reaction: 'stop', executed: 'unknown', sign: 'faulty' },
  /** Not attempted: no slot, no token or no time left. */
  notTried: { reaction: 'stop', executed: 'no', sign: 'nothing' },
  /** The caller's signal aborted a read. */
  cancelled: { reaction: 'stop', executed: 'no', sign: 'nothing' },
} as const satisfies Record<string, Rule>;

export type FailureClass = keyof typeof RULES;

/** One failed attempt. */
export type Failure = {
  class: FailureClass;
  kind: CrmErrorKind;
  status?: number;
  code?: string;
  fields?: readonly string[];
  retryAfterMs?: number;
};

const MOST_ATTEMPTS = 3;

/** The reaction to the failure of attempt number `attempt` (from 1). */
export function reactionTo(failure: Failure, effect: Effect, attempt: number): 'again' | 'with a new token' | 'stop' {
  const { reaction, executed } = RULES[failure.class];
  // Only the caller of such a write can check whether its record exists.
  if (effect === 'once' && executed === 'unknown') return 'stop';
  if (reaction === 'once more') return attempt < 2 ? 'again' : 'stop';
  if (reaction === 'again') return attempt < MOST_ATTEMPTS ? 'again' : 'stop';
  return reaction;
}

const FIRST_BACKOFF_MS = 200;
// The CRM documents no Retry-After, and its concurrency limit recovers within about a second (crm-api §6).
const FIRST_THROTTLE_WAIT_MS = 1_000;

/** Pause after the failure of attempt number `attempt`: doubles each time, randomly shortened by up to half. */
export function backoffMs(failure: Failure, attempt: number): number {
  if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
  const first = failure.class === 'throttled' ? FIRST_THROTTLE_WAIT_MS : FIRST_BACKOFF_MS;
  return first * 2 ** (attempt - 1) * (1 - Math.random() / 2);
}

const BUDGET_WINDOW_MS = 60_000;
const BUDGET_SHARE = 0.1;
/**
 * Thirty a minute, because half a call per second does not harm the CRM. Larger services allow three a minute, but then
 * one user on a bad connection would use up the budget of a quiet evening.
 */
const BUDGET_FLOOR = 30;

/**
 * Limits retries to 10 % of the calls of the last minute (thirty are always allowed), so that retries do not overload a
 * failing CRM.
 */
export function createRetryBudget(clock: MonotonicClock): { called(): void; take(): boolean } {
  const calls = createRecentCount(BUDGET_WINDOW_MS, clock);
  const retries = createRecentCount(BUDGET_WINDOW_MS, clock);

  return {
    called: calls.add,
    take() {
      if (retries.sum() >= Math.max(BUDGET_FLOOR, calls.sum() * BUDGET_SHARE)) return false;
      retries.add();
      return true;
    },
  };
}
