import { type Ask, askBff } from '../api/ask-bff.ts';
import { isRequestFailed } from '../api/problem.ts';
import { currentAdminSession, sessionRefused } from './gate/admin-session.ts';
import { deviceHeader } from './gate/device-token.ts';

export interface AdminAsk extends Ask {
  /** Every action carries an idempotency key: a repeat of the same press carries the same one. */
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
