import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';

/** The thread ends after this idle time, to free its memory. */
const IDLE_MS = 60_000;

interface ThreadSettings {
  /** The module run by the thread: it answers each message with one. */
  source: URL;
  /** The time limit of one piece of work. */
  deadlineMs: number;
  mostWaiting: number;
  heapMb: number;
}

/** Why work failed: too many were waiting, it exceeded its deadline, or it ended the thread. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';
  readonly reason: 'full' | 'late' | 'ended';

  constructor(reason: ThreadFault['reason'], options?: ErrorOptions) {
    super(`the work was not done: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Runs work in a separate thread, one piece at a time: external data can crash or block that thread, but never the
 * process. The thread starts with the first piece of work, and is replaced after a failure.
 */
export class WorkThread<Work, Result> {
  readonly #settings: ThreadSettings;
  readonly #queue = new PQueue({ concurrency: 1 });
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Afterwards the thread no longer uses the data it was given. @throws ThreadFault */
  async run(work: Work): Promise<Result> {
    if (this.#queue.size >= this.#settings.mostWaiting) throw new ThreadFault('full');
    return this.#queue.add(async () => {
      if (this.#isClosed) throw new ThreadFault('ended');
      clearTimeout(this.#idle);
      const worker = this.#started();
      try {
        return await this.#doneBy(worker, work);
      } catch (cause) {
        await this.#end();
        throw cause instanceof ThreadFault ? cause : new ThreadFault('ended', { cause });
      } finally {
        worker.unref();
        this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
      }
    });
  }

  /** Ends the thread; running and waiting work is abandoned. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #started(): Worker {
    if (!this.#worker) {
      const { source, heapMb } = this.#settings;
      const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 };
      const worker = new Worker(source, { resourceLimits });
      // Without a listener, an error in the thread would be an uncaught error of the process.
      worker.on('error', () => {});
      worker.on('exit', () => {
        if (this.#worker === worker) this.#worker = undefined;
      });
      this.#worker = worker;
    }
    this.#worker.ref();
    return this.#worker;
  }

  async #doneBy(worker: Worker, work: Work): Promise<Result> {
    const stopped = new AbortController();
    const { signal } = stopped;
    const deadline = setTimeout(() => stopped.abort(new ThreadFault('late')), this.#settings.deadlineMs);
    const exited = () => stopped.abort(new ThreadFault('ended'));
    worker.once('exit', exited);
    worker.postMessage(work);
    try {
      const [result] = (await once(worker, 'message', { signal })) as [Result];
      return result;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(deadline);
      worker.off('exit', exited);
    }
  }
}
