import type { App } from './typed-app.ts';

/** The largest answer that a phone gets, at 2 kB a second. */
const READING_MS = 120_000;

/** Ends a connection whose other side does not read its answer in time: until then it is held here, file and all. */
export function refuseSlowReaders(app: App, readingMs: number = READING_MS): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { raw } = reply;
    const timer = setTimeout(() => raw.destroy(), readingMs).unref();
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}
