import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../crm/clock.ts';
import type { KeyedMarks } from './keyed-marks.ts';

const LIFETIME_MS = 90 * 24 * 60 * 60_000;
const ID_BYTES = 12;

/** Tells devices apart in the log, and holds nothing of their tokens. */
export function deviceInLog(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12);
}

/**
 * Devices that logged in before, known by a token from the login. The token gives no access: it only keeps the device's
 * failures apart from those of others at its address. A changed password invalidates it.
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

  /** A token for a caller with this right digest. */
  issue(digest: string): string {
    const id = `${this.#clock.now().toString(36)}.${randomBytes(ID_BYTES).toString('base64url')}`;
    return `${id}.${this.#marks.sign('device', `${id} ${digest}`)}`;
  }

  /** The device; undefined for a token that is absent, invalid, too old, or of another password. */
  idOf(token: string | string[] | undefined): string | undefined {
    const [, id, issuedAt, mark] = /^(([0-9a-z]{1,12})\.[\w-]{16})\.([\w-]{22})$/.exec(String(token)) ?? [];
    if (!id || !issuedAt || !mark) return undefined;
    if (this.#clock.now() - Number.parseInt(issuedAt, 36) > LIFETIME_MS) return undefined;
    return this.#digests.some((digest) => this.#marks.verify('device', `${id} ${digest}`, mark)) ? id : undefined;
  }
}
