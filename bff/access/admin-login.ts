import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../crm/clock.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/route-description.ts';
import type { Limit, SharedStore } from '../shared-store/shared-store.ts';
import { loggedIn } from '../view-models/colleagues.ts';
import { isAdminPassword } from './admin-password.ts';
import { limitKey, siteOf } from './caller-address.ts';
import type { KeyedMarks } from './keyed-marks.ts';
import { KeyedMutex } from './keyed-mutex.ts';

export interface AdminAccess {
  adminDigests: readonly string[];
  adminThrottle: AdminThrottle;
  devices: KnownDevices;
}

/**
 * Runs on every /api/admin request before its body is read. Requires the right digest in the `authorization` header.
 * Otherwise the answer is 401 `password`, the same for every reason; while the caller has to wait, any digest gets 429
 * `too_many`. A survey hash gives no access here.
 */
export function requireAdmin(context: AdminAccess): onRequestHookHandler {
  return (request, _reply, done) => void refusalOf(context, request).then(done, done);
}

async function refusalOf(context: AdminAccess, request: FastifyRequest): Promise<ProblemError | undefined> {
  const { headers, ip } = request;
  // A request without a password guesses nothing, so it does not count as a failure.
  if (!headers.authorization) return new ProblemError('password');
  const look = (caller: string) => lookAtPassword(context, caller, headers.authorization);
  const device = context.devices.idOf(headers['x-device-token']);
  if (device !== undefined) {
    request.knownDevice = deviceInLog(device);
    return look(device);
  }
  return context.adminThrottle.at(ip, look, (refusal) => refusal?.code === 'password');
}

function lookAtPassword(
  { adminDigests, adminThrottle }: AdminAccess,
  caller: string,
  offered: string | undefined,
): Promise<ProblemError | undefined> {
  // Checks one password at a time. Otherwise parallel guesses would all be checked before the first failure counts.
  return adminThrottle.withLock(caller, async (waitMs) => {
    if (waitMs > 0) return new ProblemError('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    if (isAdminPassword(offered, adminDigests)) return undefined;
    await adminThrottle.failed(caller);
    return new ProblemError('password');
  });
}

/** A successful answer means that the password is right. Its token identifies the device later. */
export function loginRoute(app: App, { devices }: { devices: KnownDevices }): void {
  app.post(
    '/api/admin/login',
    { config: { access: 'staff' }, schema: { body: z.strictObject({}).nullish(), response: { 200: loggedIn } } },
    async ({ headers }) => ({ result: true as const, deviceToken: devices.issue(headers.authorization ?? '') }),
  );
}

const WINDOW_MS = 15 * 60_000;
/**
 * The number of failures without a wait, because people mistype. After each further failure the caller has to wait,
 * twice as long each time.
 */
const FREE_FAILURES = 4;
/** After this many failures by all callers in a window, each caller has to wait from the first failure on. */
const MANY_EVERYWHERE = 50;
const FIRST_WAIT_MS = 5_000;
/**
 * A caller with the right password has to wait too; otherwise an answer without a wait would prove that the password is
 * right. So waits are short.
 */
const LONGEST_WAIT_MS = 60_000;
const MOST_CALLERS = 50_000;
/** After this many failures the 65,536 networks of an IPv6 /48 count as one caller. */
const FAILURES_OF_SITE = 20;

/**
 * Slows down password guessing (decision B5). A caller is a known device, or else an address: failures of one caller
 * never block another.
 */
export class AdminThrottle {
  readonly #failures: Limit;
  readonly #everywhere: Limit;
  readonly #ofSite: Limit;
  readonly #store: SharedStore;
  readonly #mutex = new KeyedMutex();
  readonly #sharedMutex: KeyedMutex;

  constructor(store: SharedStore) {
    this.#store = store;
    this.#sharedMutex = new KeyedMutex(store);
    this.#failures = store.limit('password failures of a caller', Number.MAX_SAFE_INTEGER, WINDOW_MS, MOST_CALLERS);
    this.#everywhere = store.limit('password failures', Number.MAX_SAFE_INTEGER, WINDOW_MS);
    this.#ofSite = store.limit('password failures of an IPv6 /48', FAILURES_OF_SITE, WINDOW_MS);
  }

  /**
   * Checks a password for the caller at this address. Many checks may run at once, so a check from an IPv6 /48 counts
   * as a failure of that /48 in advance. The check stops counting if it finds no wrong password.
   */
  async at<T>(ip: string, look: (caller: string) => Promise<T>, isFailure: (result: T) => boolean): Promise<T> {
    const site = siteOf(ip);
    if (site === null) return look(limitKey(ip));
    if (!(await this.#ofSite.take(site))) return look(site);
    const result = await look(limitKey(ip));
    if (!isFailure(result)) await this.#ofSite.giveBack(site);
    return result;
  }

  /**
   * Checks one password per caller at a time, and passes the {@link waitMs} to `look`. A caller with failures is locked
   * across processes. Without that lock, every process could check one more password when the wait ends.
   */
  withLock<T>(caller: string, look: (waitMs: number) => Promise<T>): Promise<T> {
    return this.#mutex.run(caller, async () => {
      const [waitMs, failures] = await Promise.all([this.waitMs(caller), this.#failures.count(caller)]);
      if (waitMs > 0 || failures === 0) return look(waitMs);
      return this.#sharedMutex.run(`password of ${caller}`, async () => look(await this.waitMs(caller)));
    });
  }

  /** How long until a password of this caller is checked; 0 if it is checked now. */
  async waitMs(caller: string): Promise<number> {
    return (await this.#store.read('throttle', caller))?.leftMs ?? 0;
  }

  async failed(caller: string): Promise<void> {
    const [count, everywhere] = await Promise.all([this.#failures.count(caller), this.#everywhere.count('')]);
    const excess = count - (everywhere < MANY_EVERYWHERE ? FREE_FAILURES : 0);
    const waitMs = excess >= 0 ? Math.min(FIRST_WAIT_MS * 2 ** excess, LONGEST_WAIT_MS) : 0;
    await Promise.all([
      this.#failures.take(caller),
      this.#everywhere.take(''),
      waitMs > 0 && this.#store.put('throttle', caller, 'waits', waitMs),
    ]);
  }
}

const LIFETIME_MS = 90 * 24 * 60 * 60_000;
const ID_BYTES = 12;

/** Distinguishes devices in the log without revealing their tokens. */
function deviceInLog(id: string): string {
  return hash('sha256', id).slice(0, 12);
}

/**
 * Devices that logged in before, identified by a token from the login. The token gives no access: it only separates the
 * device's failures from those of others at its address. A changed password invalidates it.
 */
export class KnownDevices {
  readonly #marks: KeyedMarks;
  readonly #digests: readonly string[];
  readonly #clock: Clock;

  constructor(marks: KeyedMarks, digests: readonly string[], clock: Clock) {
    this.#marks = marks;
    this.#digests = digests;
    this.#clock = clock;
  }

  /** Issues a token for a caller with this correct digest. */
  issue(digest: string): string {
    const id = `${this.#clock.now().toString(36)}.${randomBytes(ID_BYTES).toString('base64url')}`;
    return `${id}.${this.#marks.sign('device', `${id} ${digest}`)}`;
  }

  /** The device; undefined if the token is missing, invalid, too old, or from another password. */
  idOf(token: string | string[] | undefined): string | undefined {
    const [, id, issuedAt, mark] = /^(([0-9a-z]{1,12})\.[\w-]{16})\.([\w-]{22})$/.exec(String(token)) ?? [];
    if (!id || !issuedAt || !mark) return undefined;
    if (this.#clock.now() - Number.parseInt(issuedAt, 36) > LIFETIME_MS) return undefined;
    return this.#digests.some((digest) => this.#marks.verify('device', `${id} ${digest}`, mark)) ? id : undefined;
  }
}
