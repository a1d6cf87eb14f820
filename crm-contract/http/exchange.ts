import { type CrmCallOptions, type Deadline, type MonotonicClock, pause } from '../call-options.ts';
import { CrmError, type Sent } from '../errors.ts';
import type { Breaker, Sign } from './circuit-breaker.ts';
import { creditsOf } from './credits.ts';
import type { Token } from './held-token.ts';
import type { Limiter, Slot } from './limiter.ts';
import { CREDITS_RETRY_AFTER_MS, outcomeOf, type Reply } from './outcome.ts';
import { backoffMs, type createRetryBudget, type Effect, type Failure, RULES, reactionTo } from './retry.ts';
import type { MultipartFile, Sender, WireRequest } from './send.ts';
import type { NoToken, TokenKeeper } from './token.ts';

/** One call to the CRM, without token and host. */
export type CrmRequest = {
  operation: string;
  effect: Effect;
  method: WireRequest['method'];
  /** Relative to `/crm/v8`; every part is already checked or encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON, serialised once for all attempts; or a function, called when the call gets its slot. */
  json?: string | (() => string);
  file?: MultipartFile;
  /** A bulk write: each record has its own result. */
  isAboutMany?: true;
  /** Reads a file: the answer is its bytes, whatever they contain. */
  isForFile?: true;
  /** The maximum size of a file to read. */
  largestAnswerBytes?: number;
};

/** How a call ended. */
export type CallReport = {
  operation: string;
  priority: CrmCallOptions['priority'];
  /** 'ok' or the kind of the error. */
  outcome: 'ok' | CrmError['kind'];
  /** Total time, including queue, token, retries and pauses. */
  ms: number;
  /** Of that, the time spent waiting for a slot. */
  waitedMs: number;
  status?: number;
  /** The CRM's or the network's code, for an error. */
  code?: string;
  /** Whether a failed write may have been executed. */
  sent?: Sent;
  attempts: number;
  /** The number of attempts sent to the CRM. */
  asked: number;
  /** Documented price in daily credits. */
  credits: number;
  /** The day's remaining credits. The CRM reports them only once half of them are used (crm-api §6). */
  creditsLeft?: number;
};

type Count = Pick<CallReport, 'attempts' | 'asked' | 'credits' | 'creditsLeft' | 'waitedMs'>;

export type Exchange = (request: CrmRequest, context: CrmCallOptions) => Promise<Reply>;

type ExchangeParts = {
  sender: Sender;
  limiter: Limiter;
  tokens: TokenKeeper;
  breaker: Breaker;
  budget: ReturnType<typeof createRetryBudget>;
  clock: MonotonicClock;
  onCall: (report: CallReport) => void;
  /** Whether this priority class may spend the day's remaining credits. */
  maySpend: (priority: CrmCallOptions['priority']) => boolean;
};

const ATTEMPT_CAP_MS = { read: 4_000, repeatable: 5_000, once: 6_000, upload: 10_000 } as const;
/** A megabyte per second: the minimum bandwidth assumed to the CRM. */
const BYTES_PER_MS = 1_000;
/**
 * How long a call that is not in the background may wait for a slot when its deadline has no patience left. It is short
 * because the calls of one request wait one after the other.
 */
const SHORT_QUEUE_WAIT_MS = 2_000;
/** With less time left than this, no attempt is made: it could only turn a clear failure into an unknown outcome. */
const SHORTEST_ATTEMPT_MS = 500;
const BUSY_RETRY_AFTER_MS = 2_000;
/** Attempts that cost no credits: they never reached the CRM, or the CRM rejected them. */
const FREE: ReadonlySet<Failure['class']> = new Set(['neverSent', 'throttled', 'quotaExhausted', 'tokenRefused']);

/**
 * Takes one request through token, queue, network and retry table to a reply.
 * @throws CrmError, and nothing else
 */
export function createExchange(parts: ExchangeParts): Exchange {
  const { sender, limiter, tokens, breaker, budget, clock, onCall, maySpend } = parts;

  async function tryOnce(
    request: CrmRequest,
    { priority, deadline }: CrmCallOptions,
    count: Count,
    signal?: AbortSignal,
  ) {
    const spareMs = () => Math.max(0, deadline.remainingMs() - SHORTEST_ATTEMPT_MS);
    if (!maySpend(priority)) return CREDITS_KEPT;
    if (breaker.openForMs() > 0) return circuitOpen(breaker.openForMs());
    const token = await tokens.current(spareMs(), signal);
    if ('unavailable' in token) return withoutToken(token);
    const waitMs = priority === 'background' ? spareMs() : Math.min(SHORT_QUEUE_WAIT_MS, spareMs());
    const queuedAt = clock.now();
    const slot = await limiter.enter(
      { priority, heavy: isHeavy(request) },
      Math.max(waitMs, deadline.patienceMs()),
      signal,
    );
    const waitedMs = clock.now() - queuedAt;
    deadline.waited(waitedMs);
    count.waitedMs += waitedMs;
    if (typeof slot === 'string') return slot === 'cancelled' ? CANCELLED : BUSY;
    return unlessGone(askAt(slot, request, token, deadline, count), signal);
  }

  /** Calls the CRM, and keeps the slot until it answers. */
  async function askAt(slot: Slot, request: CrmRequest, token: Token, deadline: Deadline, count: Count) {
    let ended = (_: Sign): void => {};
    let sign: Sign = 'nothing';
    try {
      if (deadline.remainingMs() <= SHORTEST_ATTEMPT_MS) return NO_TIME_LEFT;
      // The breaker may have opened while the call was queued.
      if (breaker.openForMs() > 0) return circuitOpen(breaker.openForMs());
      ended = breaker.began();
      count.asked += 1;
      const capMs = Math.min(attemptCapMs(request), deadline.remainingMs());
      // Counted before the answer, because aborted calls cost credits too.
      const wire = onWire(request, token);
      const credits = creditsOf(request, typeof wire.body === 'string' ? wire.body : '');
      count.credits += credits;
      const answer = await sender.send(wire, capMs);
      const told = 'creditsLeft' in answer ? (answer.creditsLeft ?? '') : '';
      // Ignores anything but a number.
      if (/^\d+$/.test(told)) count.creditsLeft = Number(told);
      const outcome = outcomeOf(answer, request);
      if ('class' in outcome && FREE.has(outcome.class)) count.credits -= credits;
      sign = signOf(outcome);
      if ('class' in outcome && outcome.class === 'tokenRefused') tokens.refused(token.generation);
      return outcome;
    } finally {
      ended(sign);
      slot.leave();
    }
  }

  async function run(request: CrmRequest, context: CrmCallOptions, count: Count): Promise<Reply | CrmError> {
    const { operation, effect } = request;
    const signal = effect === 'read' ? context.signal : undefined;
    let sent: Sent = 'no';
    let tokenReplaced = false;
    let before: CrmError | undefined;
    for (let attempt = 1; ; ) {
      count.attempts += 1;
      const outcome = await tryOnce(request, context, count, signal);
      if ('rows' in outcome) return outcome;
      if (effect !== 'read' && RULES[outcome.class].executed === 'unknown') sent = 'unknown';
      const error = errorOf(outcome, operation, sent, before);
      before = error;

      // A single key may have caused a lost or malformed answer to a batch, so the caller splits the batch.
      if (RULES[outcome.class].executed === 'unknown' && context.isForMany?.()) return error;
      const reaction = reactionTo(outcome, effect, attempt);
      if (reaction === 'stop') return error;
      if (reaction === 'with a new token') {
        if (tokenReplaced) return error;
        tokenReplaced = true;
        continue;
      }
      const waitMs = backoffMs(outcome, attempt);
      if (context.deadline.remainingMs() - waitMs < SHORTEST_ATTEMPT_MS || !budget.take()) return error;
      if (!(await pause(clock, waitMs, signal))) return new CrmError({ kind: 'cancelled', operation, sent });
      attempt += 1;
    }
  }

  return async (request, context) => {
    const began = clock.now();
    const count: Count = { attempts: 0, asked: 0, credits: 0, waitedMs: 0 };
    budget.called();
    const ended = await run(request, context, count);
    const error = ended instanceof CrmError ? ended : undefined;
    onCall({
      operation: request.operation,
      priority: context.priority,
      outcome: error?.kind ?? 'ok',
      ms: clock.now() - began,
      status: ended.status,
      code: error?.code,
      sent: error?.sent,
      ...count,
    });
    if (ended instanceof CrmError) throw ended;
    return ended;
  };
}

/**
 * An aborted request stops waiting, but its CRM call continues and keeps its slot. The CRM may continue to work after a
 * connection is closed (this is not documented). If the slot were freed, aborts could lead to more simultaneous calls
 * than allowed.
 */
async function unlessGone<T>(asked: Promise<T>, signal: AbortSignal | undefined): Promise<T | Failure> {
  if (!signal) return asked;
  const gone = Promise.withResolvers<Failure>();
  const leave = () => gone.resolve(CANCELLED);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([asked, gone.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function attemptCapMs({ file, effect, largestAnswerBytes = 0 }: CrmRequest): number {
  const capMs = file ? ATTEMPT_CAP_MS.upload : ATTEMPT_CAP_MS[effect];
  return capMs + (file?.size ?? largestAnswerBytes) / BYTES_PER_MS;
}

/** Calls that share a smaller concurrency limit of the CRM (crm-api §6). */
function isHeavy({ path, query, isAboutMany }: CrmRequest): boolean {
  return (
    isAboutMany === true || path === '/coql' || path.endsWith('/actions/send_mail') || query?.sort_by !== undefined
  );
}

function signOf(outcome: Reply | Failure): Sign {
  return 'rows' in outcome ? 'healthy' : RULES[outcome.class].sign;
}

const CIRCUIT_OPEN = 'CIRCUIT_OPEN';

/** Errors that open the circuit, by kind. */
const OPENS_CIRCUIT: ReadonlySet<CrmError['kind'] | undefined> = new Set([
  'unreachable',
  'timeout',
  'server',
  'malformed',
]);

/** If the breaker opened during a retry, the cause of the actual attempt `before` is more useful. */
function errorOf(failure: Failure, operation: string, sent: Sent, before: CrmError | undefined): CrmError {
  const isHiding = failure.code === CIRCUIT_OPEN && OPENS_CIRCUIT.has(before?.kind);
  const { kind, status, code } = isHiding && before ? before : failure;
  return new CrmError({ ...failure, kind, status, code, operation, sent });
}

function circuitOpen(retryAfterMs: number): Failure {
  return { class: 'notTried', kind: 'unreachable', code: CIRCUIT_OPEN, retryAfterMs };
}

const CANCELLED: Failure = { class: 'cancelled', kind: 'cancelled' };
const BUSY: Failure = { class: 'notTried', kind: 'busy', retryAfterMs: BUSY_RETRY_AFTER_MS };
const CREDITS_KEPT: Failure = {
  class: 'notTried',
  kind: 'spent',
  code: 'CREDITS_KEPT',
  retryAfterMs: CREDITS_RETRY_AFTER_MS,
};
const NO_TIME_LEFT: Failure = { class: 'notTried', kind: 'timeout' };

function withoutToken(token: NoToken): Failure {
  if (token.unavailable === 'cancelled') return CANCELLED;
  if (token.unavailable === 'late') return NO_TIME_LEFT;
  const { kind, code, retryAfterMs } = token;
  return { class: 'notTried', kind, code, retryAfterMs };
}

function onWire(request: CrmRequest, token: Token): WireRequest {
  const query = request.query ? `?${new URLSearchParams(request.query)}` : '';
  return {
    origin: token.origin,
    method: request.method,
    path: `/crm/v8${request.path}${query}`,
    headers: {
      authorization: `Zoho-oauthtoken ${token.value}`,
      accept: request.isForFile ? '*/*' : 'application/json',
      ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.file?.headers,
      ...request.headers,
    },
    body: request.file ? request.file.chunks() : typeof request.json === 'function' ? request.json() : request.json,
    ...(request.largestAnswerBytes !== undefined && { largestAnswerBytes: request.largestAnswerBytes }),
  };
}
