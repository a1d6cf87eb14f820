import { type Ask, askBff } from '../api/ask-bff.ts';
import { isRequestFailed } from '../api/problem.ts';
import { currentAdminSession, sessionRefused } from './gate/admin-session.ts';

export interface AdminAsk extends Ask {
  /** Every action carries one: the same for a repeat of the same press. */
  idempotencyKey?: string;
}

/** Every admin call carries the digest of the password (portal §6) and who is working (decision B7). */
export async function askAsAdmin<Answer>(path: string, { idempotencyKey, ...ask }: AdminAsk = {}) {
  const { password, ownerId } = currentAdminSession();
  const headers: Record<string, string> = { ...ask.headers, authorization: password };
  if (ownerId) headers['x-owner-id'] = ownerId;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  try {
    return await askBff<Answer>(path, { ...ask, headers });
  } catch (error) {
    if (isRequestFailed(error) && error.status === 401) sessionRefused(password);
    throw error;
  }
}
