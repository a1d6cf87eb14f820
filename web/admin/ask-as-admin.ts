import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { StatsAnswer } from '../../bff/view-models/stats.ts';
import { type Ask, askBff, isRequestFailed } from '../api/ask-bff.ts';
import { currentAdminSession, deviceHeader, sessionRefused } from './gate/admin-session.ts';

/** Prefix of every admin query key, so that ending the session can clear them all. */
export const ADMIN_QUERIES = ['admin'] as const;

export const LEADS_KEY = [...ADMIN_QUERIES, 'leads'] as const;
export const CONTACTS_KEY = [...ADMIN_QUERIES, 'contact'] as const;

/** Queries that show who else has a lead open: invalidated when another user is chosen. */
export const WHO_ELSE_QUERIES = [LEADS_KEY, CONTACTS_KEY] as const;

interface AdminAsk extends Omit<Ask, 'headers'> {
  /** Identifies one press, so that the server recognises a retry. */
  idempotencyKey?: string;
}

/** Every admin call carries the password's digest (§6) and the staff member's id (decision B7). */
export async function askAsAdmin<Answer>(path: string, { idempotencyKey, ...ask }: AdminAsk = {}): Promise<Answer> {
  const { password, ownerId } = currentAdminSession();
  const headers = {
    authorization: password,
    ...deviceHeader(),
    ...(ownerId && { 'x-owner-id': ownerId }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  try {
    return await askBff<Answer>(path, { ...ask, headers });
  } catch (error) {
    if (isRequestFailed(error) && error.status === 401) sessionRefused(password);
    throw error;
  }
}

/** What the server answers under `result`. */
export async function resultOf<Answer extends { result: unknown }>(
  path: string,
  ask?: AdminAsk,
): Promise<Answer['result']> {
  return (await askAsAdmin<Answer>(path, ask)).result;
}

const FRESH_MS = 60_000;

/** A screen that has figures shows them until new ones are read. Its first answer may be older. */
export function wantsFresh({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>) {
  return client.getQueryData(queryKey) !== undefined;
}

/** Figures, owners and available sizes (§3); `at` is when the figures were read. */
export const statsQuery = queryOptions({
  queryKey: [...ADMIN_QUERIES, 'stats'],
  queryFn: async ({ signal, ...asked }) => {
    const path = `/api/admin/stats${wantsFresh(asked) ? '?fresh=1' : ''}`;
    const { stats, ageSeconds, stopped = false } = await resultOf<StatsAnswer>(path, { signal });
    return { stats, at: Date.now() - ageSeconds * 1000, stopped };
  },
  staleTime: FRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
