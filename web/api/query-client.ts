import { QueryClient } from '@tanstack/react-query';
import { isRequestFailed } from './problem.ts';

const LONGEST_WAIT_MS = 10_000;

function retryRead(failures: number, error: unknown) {
  const refused = isRequestFailed(error) && error.status >= 400 && error.status < 500;
  // Longer waits are shown to the user: nobody watches a loader for minutes.
  const later = isRequestFailed(error) && (error.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
  return !refused && !later && failures < 3;
}

/**
 * A write without any answer is sent again with the same idempotency key, so a repeat never counts twice. A failure
 * that the server answered is shown at once: the server has already retried.
 */
function retryWrite(failures: number, error: unknown) {
  return isRequestFailed(error) && error.status === 0 && failures < 2;
}

/** Never the same for two browsers that were refused at the same moment, nor sooner than the server asked for. */
function wait(failures: number, error: unknown) {
  const asked = isRequestFailed(error) ? error.retryAfterMs : undefined;
  const step = asked === undefined ? 400 * 2 ** failures : Math.min(asked, LONGEST_WAIT_MS);
  return (asked === undefined ? step / 2 : step) + Math.random() * step;
}

/** On the server, one per drawn page. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // 'always': without a connection a call fails visibly, instead of waiting in silence.
      queries: { retry: retryRead, retryDelay: wait, networkMode: 'always', staleTime: 15_000 },
      mutations: { retry: retryWrite, retryDelay: wait, networkMode: 'always' },
    },
  });
}

/** The browser's client. */
export const queryClient = createQueryClient();
