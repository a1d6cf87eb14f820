import { type Ask, askBff } from '../api/ask-bff.ts';
import { isRequestFailed } from '../api/problem.ts';
import { currentAdminSession, deviceHeader, sessionRefused } from './gate/admin-session.ts';

/** Prefix of every admin query key, so that ending the session can clear them all. */
export const ADMIN_QUERIES = ['admin'] as const;

export const LEADS_KEY = [...ADMIN_QUERIES, 'leads'] as const;
export const CONTACTS_KEY = [...ADMIN_QUERIES, 'contact'] as const;

/** Queries that show who else has a lead open: invalidated when another user is chosen. */
export const WHO_ELSE_QUERIES = [LEADS_KEY, CONTACTS_KEY] as const;

export interface AdminAsk extends Ask {
  /** Identifies one press, so that the server recognises a retry. */
  idempotencyKey?: string;
}

export async function askAsAdmin<Answer>(path: string, { idempotencyKey, ...ask }: AdminAsk = {}) {
  return asAdmin((who) => {
    const headers = { ...ask.headers, ...who, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
    return askBff<Answer>(path, { ...ask, headers });
  });
}

/** Every admin call carries the password's digest (§6) and the staff member's id (decision B7). */
async function asAdmin<Answer>(call: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer> {
  const { password, ownerId } = currentAdminSession();
  try {
    return await call({ authorization: password, ...deviceHeader(), ...(ownerId && { 'x-owner-id': ownerId }) });
  } catch (error) {
    if (isRequestFailed(error) && error.status === 401) sessionRefused(password);
    throw error;
  }
}
