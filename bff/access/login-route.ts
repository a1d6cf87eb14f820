import { z } from 'zod';
import type { App } from '../http/typed-app.ts';
import { loggedIn } from '../view-models/admin.ts';
import type { KnownDevices } from './known-devices.ts';

/** Says whether the password is right, and gives the device a token by which it is known from then on. */
export function loginRoute(app: App, { devices }: { devices: KnownDevices }): void {
  app.post(
    '/api/admin/login',
    { config: { access: 'staff' }, schema: { body: z.strictObject({}).nullish(), response: { 200: loggedIn } } },
    async ({ headers }) => ({ result: true as const, deviceToken: devices.issue(headers.authorization ?? '') }),
  );
}
