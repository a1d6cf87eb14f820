import { faultFields, type Log } from './logging.ts';

/** Work that goes on after its request was answered; a stop waits for it. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  run(name: string, work: () => Promise<unknown>): void {
    const job = work().then(
      () => undefined,
      (error) => this.#log.error({ operation: name, ...faultFields(error) }, 'background work failed'),
    );
    this.#running.add(job);
    void job.finally(() => this.#running.delete(job));
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
