import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';

/** A thread ends after this idle time, to free its memory. */
const IDLE_MS = 60_000;

/**
 * The idle threads of this process, each with its module and the timer that ends it. The next work for that module
 * takes one of them.
 */
const idle = new Map<Worker, { source: string; end: NodeJS.Timeout }>();

interface ThreadSettings {
  /** The module that the thread runs. It answers each message with one message. */
  source: URL;
  /** The time limit of one piece of work. */
  deadlineMs: number;
  mostWaiting: number;
  heapMb: number;
}

/** The reason why work failed: too many pieces were waiting, it exceeded its deadline, or it ended the thread. */
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
 * process. The thread starts with the first piece of work, unless the process has an idle one, and is replaced after a
 * failure.
 */
export class WorkThread<Work, Result> {
  readonly #settings: ThreadSettings;
  readonly #queue = new PQueue({ concurrency: 1 });
  /** Set only during work. */
  #worker: Worker | undefined;
  #isClosed = false;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Runs one piece of work. Once this settles, the thread no longer uses the data it was given. @throws ThreadFault */
  async run(work: Work): Promise<Result> {
    if (this.#queue.size >= this.#settings.mostWaiting) throw new ThreadFault('full');
    return this.#queue.add(async () => {
      if (this.#isClosed) throw new ThreadFault('ended');
      const worker = this.#taken();
      try {
        const result = await this.#doneBy(worker, work);
        if (!this.#isClosed) this.#release(worker);
        return result;
      } catch (cause) {
        await this.#end();
        throw cause instanceof ThreadFault ? cause : new ThreadFault('ended', { cause });
      }
    });
  }

  /** Running and waiting work is abandoned. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #taken(): Worker {
    const [found] = [...idle].find(([, { source }]) => source === this.#settings.source.href) ?? [];
    const worker = found ?? this.#started();
    forget(worker);
    worker.ref();
    this.#worker = worker;
    return worker;
  }

  #started(): Worker {
    const { source, heapMb } = this.#settings;
    const worker = new Worker(source, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    // Without a listener, an error in the thread would be an uncaught error of the process.
    worker.on('error', () => {});
    worker.on('exit', () => forget(worker));
    return worker;
  }

  #release(worker: Worker): void {
    this.#worker = undefined;
    worker.unref();
    const end = setTimeout(() => {
      forget(worker);
      worker.terminate();
    }, IDLE_MS).unref();
    idle.set(worker, { source: this.#settings.source.href, end });
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

function forget(worker: Worker): void {
  clearTimeout(idle.get(worker)?.end);
  idle.delete(worker);
}
