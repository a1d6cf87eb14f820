import type { Problem, ProblemCode } from '../../bff/view-models/problem.ts';

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Keeps the request alive when the page closes. */
  keepalive?: boolean;
  /** Parses a successful answer that is not JSON. */
  read?: (response: Response) => Promise<unknown>;
}

const TIMEOUT_MS = 45_000;
const REQUEST_TIMEOUT = 408;

/** The only code that calls the server. Throws `RequestFailed` unless the answer is successful and readable. */
export async function askBff<Answer>(path: string, ask: Ask = {}): Promise<Answer> {
  const response = await send(path, ask);
  if (!response.ok) throw await toFailure(response);
  try {
    return (await (ask.read ? ask.read(response) : response.json())) as Answer;
  } catch {
    throw new RequestFailed(0);
  }
}

async function send(path: string, { method = 'GET', body, headers, signal, keepalive = false }: Ask) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(path, {
      method,
      keepalive,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailed(0);
  }
}

async function toFailure(response: Response) {
  // The server timed out before it received the whole request, so it did nothing: treat it as no answer.
  if (response.status === REQUEST_TIMEOUT) return new RequestFailed(0);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = seconds >= 0 ? seconds * 1000 : undefined;
  const body = (await response.json().catch(() => undefined)) as Problem | undefined;
  return new RequestFailed(response.status, body?.error ? body : undefined, retryAfterMs);
}

/** A failed call: an error status, or no answer (§7.1). */
export class RequestFailed extends Error {
  override name = 'RequestFailed';
  /** 0 when there was no answer. */
  readonly status: number;
  readonly problem: Problem | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, problem?: Problem, retryAfterMs?: number) {
    super('request failed');
    this.status = status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  get code(): ProblemCode | 'no_connection' {
    if (this.problem) return this.problem.error;
    return this.status === 0 ? 'no_connection' : 'internal';
  }
}

export function isRequestFailed(error: unknown): error is RequestFailed {
  return error instanceof RequestFailed;
}

/** The server's Dutch message for one field, if any. */
export function fieldProblem(error: unknown, field: string) {
  return isRequestFailed(error) ? error.problem?.fields?.[field] : undefined;
}

/** Whether the visitor asked too often. The limit counts by the minute. */
export function isTooMany(error: unknown) {
  return isRequestFailed(error) && error.status === 429;
}

/**
 * Whether a retry may succeed soon: after no answer, or after a temporary refusal (503). But not if the CRM did not
 * record the write.
 */
export function mayPass(error: unknown) {
  return isRequestFailed(error) && (error.status === 0 || error.status === 503) && error.code !== 'not_recorded';
}
