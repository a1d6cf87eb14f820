import type { Clock } from '../clock.ts';
import type { CrmErrorKind } from '../errors.ts';
import type { Sign } from './circuit-breaker.ts';
import { createRecentCount } from './recent-count.ts';

/**
 * What a request may do to the CRM.
 * - `read` changes nothing
 * - `repeatable` sets absolute values: done twice is done once
 * - `once` adds something each time it is executed
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** `again`: up to `MOST_ATTEMPTS`; `once more`: a single repeat; `with a new token`: a single repeat of its own. */
type Reaction = 'again' | 'once more' | 'with a new token' | 'stop';

type Rule = Record<Effect, Reaction> & {
  /** May a write have been executed? */
  executed: 'no' | 'unknown';
  /** What it tells about the CRM, for the breaker: an answer that says no is an answer. */
  sign: Sign;
};

/**
 * What each way of failing means, and what may be done about it (reliability §1.2). A write of kind `once` that may have
 * been executed is never repeated here: only its caller can look whether it is there.
 */
export const RULES = {
  /** No connection, no TLS: not a byte left. */
  neverSent: { read: 'again', repeatable: 'again', once: 'again', executed: 'no', sign: 'faulty' },
  /** 429, or its code. */
  throttled: { read: 'again', repeatable: 'again', once: 'again', executed: 'no', sign: 'nothing' },
  /** 429 with hardly a credit left of the day: asking again helps nobody. */
  quotaExhausted: { read: 'stop', repeatable: 'stop', once: 'stop', executed: 'no', sign: 'nothing' },
  /** 401 with `INVALID_TOKEN` or `AUTHENTICATION_FAILURE`. */
  tokenRefused: {
    read: 'with a new token',
    repeatable: 'with a new token',
    once: 'with a new token',
    executed: 'no',
    sign: 'healthy',
  },
  /** A code of the CRM that says no. */
  rejected: { read: 'stop', repeatable: 'stop', once: 'stop', executed: 'no', sign: 'healthy' },
  /** Reset, broken or timed out after the request had started. */
  lost: { read: 'again', repeatable: 'again', once: 'stop', executed: 'unknown', sign: 'faulty' },
  /** Any 5xx: it may follow a commit. */
  serverFault: { read: 'again', repeatable: 'again', once: 'stop', executed: 'unknown', sign: 'faulty' },
  /** 2xx that is not JSON, is cut off or has another envelope; nothing at all as the answer to a write. */
  invalidBody: { read: 'once more', repeatable: 'once more', once: 'stop', executed: 'unknown', sign: 'faulty' },
  /** Redirects, answers above the size cap, 4xx without a code. */
  unexpectedResponse: { read: 'stop', repeatable: 'stop', once: 'stop', executed: 'unknown', sign: 'faulty' },
  /** Never tried: no place, no token or no time for it. */
  notTried: { read: 'stop', repeatable: 'stop', once: 'stop', executed: 'no', sign: 'nothing' },
  /** The caller's signal ended a read. */
  cancelled: { read: 'stop', repeatable: 'stop', once: 'stop', executed: 'no', sign: 'nothing' },
} as const satisfies Record<string, Rule>;

export type FailureClass = keyof typeof RULES;

/** One attempt that did not give what was asked for. */
export type Failure = {
  class: FailureClass;
  kind: CrmErrorKind;
  status?: number;
  code?: string;
  fields?: readonly string[];
  retryAfterMs?: number;
};

const MOST_ATTEMPTS = 3;

/** What to do after attempt number `attempt` (from 1) failed. */
export function reactionTo(failure: Failure, effect: Effect, attempt: number): 'again' | 'with a new token' | 'stop' {
  const reaction = RULES[failure.class][effect];
  if (reaction === 'once more') return attempt < 2 ? 'again' : 'stop';
  if (reaction === 'again') return attempt < MOST_ATTEMPTS ? 'again' : 'stop';
  return reaction;
}

const FIRST_BACKOFF_MS = 200;
// The CRM documents no Retry-After, and its concurrency limit frees up within a second or so (crm-api §6).
const FIRST_THROTTLE_WAIT_MS = 1_000;

/** How long to wait after attempt number `attempt` failed: doubling, with up to half of it taken off at random. */
export function backoffMs(failure: Failure, attempt: number): number {
  if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
  const first = failure.class === 'throttled' ? FIRST_THROTTLE_WAIT_MS : FIRST_BACKOFF_MS;
  return first * 2 ** (attempt - 1) * (1 - Math.random() / 2);
}

const BUDGET_WINDOW_MS = 60_000;
const BUDGET_SHARE = 0.1;
/**
 * One every two seconds. With three a minute, as the big services have it, one visitor on a bad line would use up the
 * budget of a quiet evening; half a call a second pushes no CRM down.
 */
const BUDGET_FLOOR = 30;

/**
 * Keeps retries to 10 % of the calls of the last minute (thirty are always free), so that a CRM in trouble is not
 * pushed further down by its own clients.
 */
export function createRetryBudget(clock: Clock): { called(): void; take(): boolean } {
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
