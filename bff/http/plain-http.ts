import { isLoopback } from '../site/loopback.ts';
import type { Log } from './logging.ts';

/** Warns at the start of an address that sends links and the key of staff where anybody on the way can read them. */
export function warnOfPlainHttp({ publicUrl, sandbox }: { publicUrl: string; sandbox: boolean }, log: Log): void {
  if (sandbox || !publicUrl.startsWith('http:') || isLoopback(publicUrl)) return;
  log.warn({}, 'PUBLIC_URL is plain http: anybody on the way can read links and passwords; put https in front');
}
