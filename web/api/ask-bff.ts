import type { Problem } from '../../bff/view-models/problem.ts';
import { RequestFailed } from './problem.ts';

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
