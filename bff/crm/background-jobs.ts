import { CrmError } from '../../crm-contract/errors.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { type Clock, systemClock } from './clock.ts';

/** Pauses before retries of failed work; few, because shutdown waits for it. */
const AGAIN_MS = [2_000, 5_000, 10_000] as const;

/** Work that continues after its request was answered; shutdown waits for it. */
export class BackgroundJobs {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Log;
  /** Waits by the injected clock. */
  readonly pause: (ms: number) => Promise<void>;

  constructor(log: Log, { pause = systemClock.pause }: Clock) {
    this.#log = log;
    this.pause = pause;
  }

  /** The promise resolves when the work has ended, and never rejects. */
  run(name: string, work: () => Promise<unknown>): Promise<void> {
    const job = work().then(
      () => undefined,
      (error) => this.#log.error({ operation: name, ...faultFields(error) }, 'background work failed'),
    );
    this.#running.add(job);
    void job.finally(() => this.#running.delete(job));
    return job;
  }

  /** Work that must succeed eventually: retried while the CRM fails. */
  retryInBackground(name: string, work: () => Promise<unknown>): Promise<void> {
    return this.run(name, async () => {
      for (const waitMs of AGAIN_MS) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof CrmError)) throw error;
          await this.pause(waitMs);
        }
      }
      return work();
    });
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/**
 * Like `Promise.all`, but rejects only after all work has ended. Otherwise a retry could miss a record that is still
 * being written, and write it twice.
 */
export async function settleAll<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
