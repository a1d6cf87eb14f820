import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ProblemError } from '../http/problems.ts';
import { isAdminPassword } from './admin-password.ts';
import type { AdminThrottle } from './admin-throttle.ts';
import type { KnownDevices } from './known-devices.ts';
import { limitKey } from './limits.ts';

export interface AdminAccess {
  adminDigests: readonly string[];
  adminThrottle: AdminThrottle;
  devices: KnownDevices;
}

/**
 * Runs before every /api/admin call, before its body is read: the right digest in the `authorization` header, or 401
 * `password` with the same answer whatever was wrong. A survey hash gives no access here.
 */
export function requireAdmin(context: AdminAccess): onRequestHookHandler {
  return (request, _reply, done) => done(refusalOf(context, request));
}

function refusalOf(
  { adminDigests, adminThrottle, devices }: AdminAccess,
  { headers, ip }: FastifyRequest,
): ProblemError | undefined {
  const caller = devices.idOf(headers['x-device-token']) ?? limitKey(ip);
  const waitMs = adminThrottle.waitMs(caller);
  if (waitMs > 0) return new ProblemError('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  if (isAdminPassword(headers.authorization, adminDigests)) return undefined;
  adminThrottle.failed(caller);
  return new ProblemError('password');
}
