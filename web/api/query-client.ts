import { QueryClient } from '@tanstack/react-query';
import { isRequestFailed } from './problem.ts';

const LONGEST_WAIT_MS = 10_000;

/**
 * That the CRM fails is told at once, instead of after 11 seconds: the server has tried it three times. What is only busy
 * keeps waiting, and what a proxy answers while the server restarts is asked for again.
 */
function retryRead(failures: number, error: unknown) {
  if (!isRequestFailed(error)) return failures < 3;
  const { status, code, retryAfterMs = 0 } = error;
  const isRefused = (status >= 400 && status < 500) || code === 'crm_unavailable';
  // Longer waits are shown to the user: nobody watches a loader for minutes.
  return !isRefused && retryAfterMs <= LONGEST_WAIT_MS && failures < 3;
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
