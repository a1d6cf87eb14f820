import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ProblemError } from '../http/problems.ts';
import { isAdminPassword } from './admin-password.ts';
import type { AdminThrottle } from './admin-throttle.ts';

export interface AdminAccess {
  adminDigests: readonly string[];
  adminThrottle: AdminThrottle;
}

/**
 * Runs before every /api/admin call, before its body is read: the right digest in the `authorization` header, or 401
 * `password` with the same answer whatever was wrong. A survey hash gives no access here.
 */
export function requireAdmin(context: AdminAccess): onRequestHookHandler {
  return (request, _reply, done) => done(refusalOf(context, request));
}

function refusalOf({ adminDigests, adminThrottle }: AdminAccess, request: FastifyRequest): ProblemError | undefined {
  const isRight = isAdminPassword(request.headers.authorization, adminDigests);
  const waitMs = adminThrottle.waitMs(request.ip, isRight);
  // A guess counts wherever the right password would have passed, even when the answer is to wait.
  if (!isRight && adminThrottle.waitMs(request.ip, true) === 0) adminThrottle.failed(request.ip);
  if (waitMs > 0) return new ProblemError('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  if (!isRight) return new ProblemError('password');
  adminThrottle.succeeded(request.ip);
  return undefined;
}
