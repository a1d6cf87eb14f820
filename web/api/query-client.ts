import { QueryClient } from '@tanstack/react-query';
import { isRequestFailed, mayPass } from './problem.ts';

const LONGEST_WAIT_MS = 10_000;

function retryRead(failures: number, error: unknown) {
  const refused = isRequestFailed(error) && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}

/** A write is sent again with the same idempotency-key, so a repeat never counts twice. */
export function retryWrite(failures: number, error: unknown) {
  return mayPass(error) && failures < 2;
}

function wait(failures: number, error: unknown) {
  if (isRequestFailed(error) && error.retryAfterMs !== undefined) return Math.min(error.retryAfterMs, LONGEST_WAIT_MS);
  const step = 400 * 2 ** failures;
  return step / 2 + Math.random() * step;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // 'always': without a connection a call fails and says so, instead of waiting in silence.
    queries: { retry: retryRead, retryDelay: wait, networkMode: 'always', staleTime: 15_000 },
    mutations: { retry: retryWrite, retryDelay: wait, networkMode: 'always' },
  },
});
