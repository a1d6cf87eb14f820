import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Site } from '../../bff/view-models/site.ts';
import { askBff, isRequestFailed } from './ask-bff.ts';

const LONGEST_WAIT_MS = 10_000;

/**
 * The server has already retried the CRM three times, so a CRM failure is shown at once instead of after 11 seconds. A
 * busy server and a proxy's errors during a restart are retried.
 */
function retryRead(failures: number, error: unknown) {
  if (!isRequestFailed(error)) return failures < 3;
  const { status, code, retryAfterMs = 0 } = error;
  const isRefused = (status >= 400 && status < 500) || code === 'crm_unavailable';
  // Longer waits are shown to the user instead of a spinner.
  return !isRefused && retryAfterMs <= LONGEST_WAIT_MS && failures < 3;
}

/** Jitter spreads the retries of browsers that were refused together. None comes before the server's retry-after. */
function pauseMs(failures: number, error: unknown) {
  const asked = isRequestFailed(error) ? error.retryAfterMs : undefined;
  const step = asked === undefined ? 400 * 2 ** failures : Math.min(asked, LONGEST_WAIT_MS);
  return (asked === undefined ? step / 2 : step) + Math.random() * step;
}

const MOST_REPEATS = 2;
const LONGEST_MS = 60_000;

/**
 * Sends a request, and repeats it if it got no answer. A write never counts twice: its repeat has the same idempotency
 * key, or it only sets values. Errors that the server returned are thrown at once, because the server has already
 * retried. A press from more than a minute ago is not repeated: a phone may have slept since, and somebody may have
 * stored a newer value.
 */
export async function withRepeats<Answer>(send: () => Promise<Answer>, isOutdated = () => false): Promise<Answer> {
  const pressedAt = Date.now();
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isRequestFailed(error) || error.status !== 0 || failures === MOST_REPEATS) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs(failures, error)));
      if (Date.now() - pressedAt > LONGEST_MS || isOutdated()) throw error;
    }
  }
}

/** Begins the key of the contact that a link opens. Reading it again verifies the link. */
export const CONTACT_KEY = ['contact'] as const;

/** The server creates one per rendered page. */
export function createQueryClient() {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        const isReplaced = isRequestFailed(error) && error.code === 'unknown_link';
        if (isReplaced && queryKey[0] !== CONTACT_KEY[0]) void client.invalidateQueries({ queryKey: CONTACT_KEY });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        // A colleague may have replaced the customer's link while the page was open: the gate then says so.
        if (isRequestFailed(error) && error.status === 404) void client.invalidateQueries({ queryKey: CONTACT_KEY });
      },
    }),
    defaultOptions: {
      // 'always': offline calls fail visibly instead of waiting silently.
      queries: { retry: retryRead, retryDelay: pauseMs, networkMode: 'always', staleTime: 15_000 },
      // `withRepeats` repeats a write instead: TanStack would also resume one that it paused hours ago.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

export const queryClient = createQueryClient();

/** The seller's details: the same for every visitor, so loaded once. The conditions of a quote come with its deal. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => askBff<Site>('/api/site', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
