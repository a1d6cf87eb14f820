import { FileRefused } from './file-refused.ts';

/** A fixed number of places, handed out in the order in which they were asked for. */
export class Semaphore {
  readonly #waitMs: number;
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /** Does `work` in one of the places. @throws FileRefused when none comes free in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(admit), 1);
        reject(new FileRefused('no_place'));
      }, this.#waitMs);
      this.#queue.push(admit);
    });
  }
}
