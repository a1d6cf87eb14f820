import { QueryClient } from '@tanstack/react-query';
import { isRequestFailed } from './problem.ts';

const LONGEST_WAIT_MS = 10_000;

function retryRead(failures: number, error: unknown) {
  const refused = isRequestFailed(error) && error.status >= 400 && error.status < 500;
  // A server that says "in five minutes" is told about now: nobody looks at a loader for so long.
  const later = isRequestFailed(error) && (error.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
  return !refused && !later && failures < 3;
}

/**
 * A write that got no answer at all is sent again with the same idempotency-key, so that a repeat never counts twice. An
 * answer is told at once: the server has tried again before it said no.
 */
export function retryWrite(failures: number, error: unknown) {
  return isRequestFailed(error) && error.status === 0 && failures < 2;
}

function wait(failures: number, error: unknown) {
  if (isRequestFailed(error) && error.retryAfterMs !== undefined) return Math.min(error.retryAfterMs, LONGEST_WAIT_MS);
  const step = 400 * 2 ** failures;
  return step / 2 + Math.random() * step;
}

/** On the server, one for each page that is drawn. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // 'always': without a connection a call fails and says so, instead of waiting in silence.
      queries: { retry: retryRead, retryDelay: wait, networkMode: 'always', staleTime: 15_000 },
      mutations: { retry: retryWrite, retryDelay: wait, networkMode: 'always' },
    },
  });
}

/** The browser's. */
export const queryClient = createQueryClient();
