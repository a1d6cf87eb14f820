import type { App } from './typed-app.ts';

/** The largest answer to a phone, at 2 kB a second. */
const READING_MS = 120_000;

/** Closes a connection whose client does not read its answer in time: until then the answer stays in memory. */
export function refuseSlowReaders(app: App, readingMs: number = READING_MS): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { raw } = reply;
    const timer = setTimeout(() => raw.destroy(), readingMs).unref();
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}
