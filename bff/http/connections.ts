import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turnOfTheLoop, setTimeout as wait } from 'node:timers/promises';
import type { Log } from './logging.ts';
import { answerWithoutRequest } from './problems.ts';
import type { App } from './route-description.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route's body may take long: the route itself monitors its progress. */
    slowBody?: true;
  }
}

const BODY_MS = 20_000;

/**
 * Closes a connection whose body does not arrive in time. Node has one such timeout for the whole server, but photos
 * from a phone may take longer than anything else. Their route has an idle timeout instead.
 */
export function refuseSlowBodies(app: App, headers: Record<string, string>, bodyMs = BODY_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if ((length === undefined && encoding === undefined) || request.routeOptions.config.slowBody) return;
    const timer = setTimeout(() => {
      if (!raw.complete) refuseConnection(raw.socket, 'ERR_HTTP_REQUEST_TIMEOUT', headers);
    }, bodyMs);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}

/** Enough time for the largest answer to a phone that reads 2 kB a second. */
const READING_MS = 120_000;

/** Closes a connection whose client does not read its answer in time, because the answer occupies memory until then. */
export function refuseSlowReaders(app: App, readingMs: number = READING_MS): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    done();
    const { raw } = reply;
    // For a client that has already disconnected, the timer would only keep the request in memory.
    if (raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), readingMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

/** Node's error codes for unreadable requests; any other is a bad request. */
const STATUSES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For input that never became a request: answers with the usual error body and headers, then closes the connection. */
export function refuseConnection(socket: Socket, code: string | undefined, headers: Record<string, string>): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[code ?? ''] ?? '400 Bad Request';
  const { text, headers: own } = answerWithoutRequest(headers);
  const lines = Object.entries({ ...own, 'content-length': Buffer.byteLength(text) });
  const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}

/** Browsers and proxies send the next request on a connection only after the previous answer. */
const MOST_IN_FLIGHT = 4;

/**
 * Closes a connection with too many pipelined requests: their answers would stay in memory until the client reads the
 * earlier ones.
 */
export function limitPipelining(app: App): void {
  const inFlight = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, count);
    if (count > MOST_IN_FLIGHT) socket.destroy();
    // Requests that the parser received together with the last one reach this hook too.
    if (socket.destroyed) reply.hijack();
    else done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1);
    done();
  });
}

/** Descriptors that are not for connections: files, the shared store, traces and readers of the metrics need them. */
const KEPT_DESCRIPTORS = 12;
const FEWEST_CONNECTIONS = 8;
const LOGGED_EVERY_MS = 60_000;

/**
 * The number of connections that leaves enough file descriptors for `calls` to the CRM and for files; null if the limit
 * of this machine is unknown. Call it only when the process is listening.
 */
export function mostConnections(calls: number): number | null {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const inUse = readdirSync('/proc/self/fd').length;
    return files === undefined ? null : Math.max(FEWEST_CONNECTIONS, Number(files) - inUse - calls - KEPT_DESCRIPTORS);
  } catch {
    return null;
  }
}

/** Clients that keep connecting must not prevent shutdown. */
const MOST_TURNS = 10_000;
/**
 * The wait for the first request of a new connection. A load balancer opens a connection per request, and may not know
 * of the shutdown yet.
 */
const FIRST_REQUEST_MS = 1_000;
/** A balancer that sent nothing for this long has noticed the shutdown. */
const QUIET_MS = 1_000;
/** Without a balancer, requests keep arriving. The shutdown waits at most this long for them to stop. */
const MOST_QUIET_WAIT_MS = 10_000;
const CHECKS_OF_HEALTH = new Set(['/readyz', '/livez', '/metrics']);

/** The connections of a server, with the requests in progress on each; watches from the start of the server. */
export class Connections {
  readonly #server: Server;
  readonly #requestsOn = new Map<Socket, number>();
  /** Connections without a request, the longest idle first. */
  readonly #idle = new Set<Socket>();
  /** When a connection without a first request was opened. */
  readonly #newSince = new WeakMap<Socket, number>();
  #accepted = 0;
  #lastRequestAt = Number.NEGATIVE_INFINITY;
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1;
      this.#newSince.set(socket, performance.now());
      this.#change(socket, 0);
      socket.once('close', () => {
        this.#requestsOn.delete(socket);
        this.#idle.delete(socket);
      });
    });
    server.on('request', ({ socket, url }, answer) => {
      if (!CHECKS_OF_HEALTH.has(url ?? '')) this.#lastRequestAt = performance.now();
      this.#newSince.delete(socket);
      this.#change(socket, 1);
      answer.once('close', () => this.#change(socket, -1));
    });
  }

  #change(socket: Socket, by: number): void {
    if (socket.destroyed) return;
    const count = (this.#requestsOn.get(socket) ?? 0) + by;
    this.#requestsOn.set(socket, count);
    this.#idle.delete(socket);
    if (count > 0) return;
    this.#idle.add(socket);
    if (this.#isClosing) socket.destroySoon();
  }

  /**
   * With `most` connections open, a new one replaces the one that has been idle longest, or is refused if none is idle.
   * Otherwise a process out of descriptors would silently close each new connection, including health checks.
   */
  keepRoom(most: number, { log, clock }: { log: Log; clock: { now(): number } }): void {
    let loggedAt = Number.NEGATIVE_INFINITY;
    this.#server.on('connection', (socket: Socket) => {
      if (this.#requestsOn.size <= most) return;
      const [longestIdle = socket] = this.#idle;
      longestIdle.destroy();
      if (clock.now() - loggedAt < LOGGED_EVERY_MS) return;
      loggedAt = clock.now();
      log.warn(
        { mostConnections: most },
        'more connections than this process has descriptors for: the longest idle ones are closed',
      );
    });
  }

  /**
   * Waits for `drainDelayMs`, closes the server, and resolves when every request is answered.
   *
   * A balancer on a busy machine may need longer than `drainDelayMs` to notice the shutdown, and its requests to a
   * closing port are lost. So with a delay, the server also waits until no request has arrived for a second.
   *
   * After a busy phase, the server may not have accepted all connections, and closing the port would cut the rest. So
   * it accepts them first, one per turn of the event loop, and gives new ones a second for their request. Node's own
   * `close` waits for connections opened in advance, with incomplete request headers, or kept alive. Here each
   * connection is closed as soon as its last request is answered.
   */
  async close(drainDelayMs: number): Promise<void> {
    await wait(drainDelayMs);
    if (drainDelayMs > 0) await this.#quiet();
    for (let turns = 0, before = -1; turns < MOST_TURNS && this.#accepted !== before; turns += 1) {
      before = this.#accepted;
      await turnOfTheLoop();
    }
    const closed = new Promise((resolve) => this.#server.close(resolve));
    await turnOfTheLoop();
    this.#isClosing = true;
    for (const socket of this.#requestsOn.keys()) {
      const leftMs = (this.#newSince.get(socket) ?? Number.NEGATIVE_INFINITY) + FIRST_REQUEST_MS - performance.now();
      if (leftMs > 0) setTimeout(() => this.#change(socket, 0), leftMs);
      else this.#change(socket, 0);
    }
    await closed;
  }

  async #quiet(): Promise<void> {
    const latest = performance.now() + MOST_QUIET_WAIT_MS;
    for (;;) {
      const until = Math.min(this.#lastRequestAt + QUIET_MS, latest);
      if (until <= performance.now()) return;
      await wait(until - performance.now());
    }
  }
}
