import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import { loggedIn } from '../view-models/admin.ts';
import { isAdminPassword } from './admin-password.ts';
import type { AdminThrottle } from './admin-throttle.ts';
import { deviceInLog, type KnownDevices } from './known-devices.ts';

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
  return (request, _reply, done) => void refusalOf(context, request).then(done, done);
}

async function refusalOf(context: AdminAccess, request: FastifyRequest): Promise<ProblemError | undefined> {
  const { headers, ip } = request;
  const look = (caller: string) => lookAtPassword(context, caller, headers.authorization);
  const device = context.devices.idOf(headers['x-device-token']);
  if (device !== undefined) {
    request.knownDevice = deviceInLog(device);
    return look(device);
  }
  return context.adminThrottle.at(ip, look, (refusal) => refusal?.code === 'password');
}

function lookAtPassword(
  { adminDigests, adminThrottle }: AdminAccess,
  caller: string,
  offered: string | undefined,
): Promise<ProblemError | undefined> {
  // One at a time: many guesses at once would all be checked before the first failure counts.
  return adminThrottle.inTurn(caller, async (waitMs) => {
    if (waitMs > 0) return new ProblemError('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    if (isAdminPassword(offered, adminDigests)) return undefined;
    await adminThrottle.failed(caller);
    return new ProblemError('password');
  });
}

/** Says whether the password is right, and gives the device a token by which it is known from then on. */
export function loginRoute(app: App, { devices }: { devices: KnownDevices }): void {
  app.post(
    '/api/admin/login',
    { config: { access: 'staff' }, schema: { body: z.strictObject({}).nullish(), response: { 200: loggedIn } } },
    async ({ headers }) => ({ result: true as const, deviceToken: devices.issue(headers.authorization ?? '') }),
  );
}
