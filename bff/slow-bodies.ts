import { UPLOAD_URL } from './photos/routes.ts';
import type { App } from './typed-app.ts';

const BODY_MS = 20_000;

/**
 * Ends a connection whose body does not come in time. Node's own timer is one for the whole server, and photos from a
 * phone may take longer than anything else here; their route looks at silence instead.
 */
export function refuseSlowBodies(app: App, bodyMs = BODY_MS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.url === UPLOAD_URL || raw.complete) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy());
    }, bodyMs);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}
