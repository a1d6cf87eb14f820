import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { MonotonicClock } from '../call-options.ts';

/** One HTTP request, ready to send. */
export type WireRequest = {
  /** Scheme, host and port. */
  origin: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | AsyncIterable<Uint8Array>;
  /** The maximum size of the answer, if larger than the default. */
  largestAnswerBytes?: number;
};

/**
 * A complete answer with any status. `creditsLeft`: the day's remaining credits, sent only once half of them are used
 * (crm-api §6).
 */
export type WireAnswer = {
  status: number;
  retryAfter: string | null;
  creditsLeft: string | null;
  /** The time of the answer by the CRM's clock. */
  date?: string | null;
  bytes: Buffer;
  text: string;
};

/**
 * No complete answer. `started` is false if certainly no byte of the request was sent: no connection, no TLS, or a
 * timeout while waiting for one.
 */
export type WireFailure = {
  failed: 'network' | 'timeout' | 'oversized';
  started: boolean;
  /** Error code of Node or undici. */
  code?: string;
};

export type Sender = {
  /** Never rejects. `capMs` covers the whole attempt, including connection and body. */
  send(request: WireRequest, capMs: number): Promise<WireAnswer | WireFailure>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 2_000;
/** A list of 2,000 rows is below 2 MiB; a long text field with an embedded file must fit too. */
const LARGEST_ANSWER_BYTES = 6 * 1024 * 1024;
// Shorter than common server settings (5 s and up), because a request on a socket that the server is closing looks like
// a lost write.
const KEEP_ALIVE_MS = 4_000;

/** The only user of undici: one pool per origin, no redirects, no built-in retries. */
export function createSender(connections: number, clock: MonotonicClock): Sender {
  const pools = new Map<string, Pool>();

  function poolOf(origin: string): Pool {
    const known = pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Each attempt has its own time limit; undici's timers detect neither a slow body nor waiting for a connection.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pools.set(origin, pool);
    return pool;
  }

  return {
    send(request, capMs) {
      return new Promise((resolve) => {
        const attempt = new Attempt(request.largestAnswerBytes ?? LARGEST_ANSWER_BYTES, (outcome) => {
          callOff();
          resolve(outcome);
        });
        const callOff = clock.after(capMs, () => attempt.giveUp('timeout'));
        const { method, path, headers, body } = request;
        const payload =
          body === undefined || typeof body === 'string' ? body : Readable.from(body, { objectMode: false });
        poolOf(request.origin).dispatch({ method, path, headers, body: payload }, attempt);
      });
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** Collects one answer; the first final event decides. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #largestBytes: number;
  readonly #settle: (outcome: WireAnswer | WireFailure) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #size = 0;
  #status = 0;
  #retryAfter: string | null = null;
  #creditsLeft: string | null = null;
  #date: string | null = null;

  constructor(largestBytes: number, settle: (outcome: WireAnswer | WireFailure) => void) {
    this.#largestBytes = largestBytes;
    this.#settle = settle;
  }

  /** Aborts the attempt from our side. An attempt that still waits for a connection is dropped when it gets one. */
  giveUp(failed: 'timeout' | 'oversized'): void {
    this.#end({ failed, started: this.#controller !== null });
    this.#controller?.abort(new Error(failed));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici calls this right before writing the first byte, and checks `aborted` again afterwards.
    if (this.#settled) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const single = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null);
    this.#status = status;
    this.#retryAfter = single('retry-after');
    this.#creditsLeft = single('x-api-credits-remaining');
    this.#date = single('date');
    if (Number(single('content-length')) > this.#largestBytes) this.giveUp('oversized');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#largestBytes) this.giveUp('oversized');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const bytes = Buffer.concat(this.#chunks);
    this.#end({
      status: this.#status,
      retryAfter: this.#retryAfter,
      creditsLeft: this.#creditsLeft,
      date: this.#date,
      bytes,
      // Decodes on demand: the text of a photo is never used.
      get text() {
        return bytes.toString('utf8');
      },
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    this.#end({ failed: 'network', started: this.#controller !== null, code: error.code });
  }

  #end(outcome: WireAnswer | WireFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#settle(outcome);
  }
}

const MOST_KEPT = 8;

/** The CRM's time, from the `Date` of its answers: queries for changes use its clock, which may differ from ours. */
export function createCrmTime(clock: Pick<MonotonicClock, 'now'>) {
  /** The offsets of the last answers. The smallest counts, so that one wrong `Date` hides no changes. */
  const ahead: number[] = [];
  return {
    /** Milliseconds since the epoch; by our own clock before the first answer. */
    now: () => (ahead.length === 0 ? Date.now() : clock.now() + Math.min(...ahead)),
    /** Wraps a sender to learn the time from each answer. */
    toldBy: (sender: Sender): Sender => ({
      ...sender,
      async send(request, capMs) {
        const answer = await sender.send(request, capMs);
        const told = 'date' in answer ? Date.parse(answer.date ?? '') : Number.NaN;
        if (!Number.isNaN(told)) ahead.push(told - clock.now());
        if (ahead.length > MOST_KEPT) ahead.shift();
        return answer;
      },
    }),
  };
}

/** A file to store: its bytes, or their pieces. */
export type FileToUpload = {
  fileName: string;
  contentType: string;
  body: Uint8Array | readonly Uint8Array[];
};

/** One file as a `multipart/form-data` body with the part name the CRM requires. It can be sent repeatedly. */
export class MultipartFile {
  readonly headers: Record<string, string>;
  readonly size: number;
  readonly #pieces: readonly Uint8Array[];

  constructor({ fileName, contentType, body }: FileToUpload) {
    const boundary = `crm-${randomBytes(18).toString('hex')}`;
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escaped(fileName)}"\r\n` +
        `content-type: ${contentType.replace(/[\r\n]/g, '')}\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    this.#pieces = [head, ...(body instanceof Uint8Array ? [body] : body), tail];
    this.size = this.#pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(this.size),
    };
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield* this.#pieces;
  }
}

/**
 * Encoded as in browsers: UTF-8, with characters that would end the header or the quotes percent-encoded (WHATWG HTML).
 */
function escaped(fileName: string): string {
  return fileName.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
