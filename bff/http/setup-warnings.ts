import { isLoopback } from '../site/loopback.ts';
import type { Log } from './logging.ts';
import type { App } from './typed-app.ts';

const REPEATED_AFTER_MS = 60 * 60_000;
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

interface Parts {
  trustProxy: unknown;
  sandbox: boolean;
  log: Log;
  clock: { now(): number };
}

/**
 * Behind an untrusted proxy all clients have the proxy's address and share its limits. Warns at the start, and when a
 * request reveals a proxy.
 */
export function warnOfUntrustedProxy(app: App, { trustProxy, sandbox, log, clock }: Parts): void {
  if (trustProxy !== false) return;
  if (!sandbox)
    log.warn({}, 'TRUST_PROXY is not set: behind a proxy everybody shares one address, and with it its limits');
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (clock.now() - warnedAt >= REPEATED_AFTER_MS && FORWARDED.some((name) => headers[name] !== undefined)) {
      warnedAt = clock.now();
      log.warn({}, 'a forwarded address was ignored: set TRUST_PROXY when a proxy of yours sent it');
    }
    done();
  });
}

/** Warns at the start if links and the staff password would be sent unencrypted. */
export function warnOfPlainHttp({ publicUrl, sandbox }: { publicUrl: string; sandbox: boolean }, log: Log): void {
  if (sandbox || !publicUrl.startsWith('http:') || isLoopback(publicUrl)) return;
  log.warn({}, 'PUBLIC_URL is plain http: anybody on the way can read links and passwords; put https in front');
}
