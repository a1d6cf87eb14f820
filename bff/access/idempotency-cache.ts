import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problems.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { withStoreLock } from '../shared-store/store-lock.ts';

/** How long a repeat gets the first answer. */
const ANSWERED_MS = 10 * 60_000;
/** Longer than the time during which the desk offers to repeat a failed press (`web/admin/desk/use-action.ts`). */
const REMEMBERED_MS = 75 * 60_000;

/** Runs a request; `mayBeRepeat` if another process may already have run it. */
type PressRun<T> = (mayBeRepeat: boolean) => Promise<T>;

/**
 * One outcome per idempotency key. A repeat within ten minutes gets the first answer; a repeat during the first request
 * waits for it, also across processes; the same key with another body is refused. Failures are not cached, so that the
 * user can retry. Guarantees across processes and restarts rely on the operation reference in the CRM.
 */
export class IdempotencyCache {
  readonly #outcomes = new LRUCache<string, { body: string; outcome: Promise<unknown> }>({
    max: 10_000,
    ttl: ANSWERED_MS,
  });
  readonly #store: SharedStore;

  constructor(store: SharedStore) {
    this.#store = store;
  }

  /** `stillMay` rejects if a repeat may no longer have the answer. */
  async run<T>(
    who: string,
    key: string | undefined,
    body: unknown,
    { work, stillMay }: { work: PressRun<T>; stillMay: () => Promise<unknown> },
  ): Promise<T> {
    if (key === undefined) return work(false);
    const name = digest(`${who}\n${key}`);
    const bodyDigest = digest(JSON.stringify(body) ?? '');
    const earlier = this.#outcomes.get(name);
    if (earlier) {
      await stillMay();
      if (earlier.body !== bodyDigest) throw new ProblemError('invalid');
      return earlier.outcome as Promise<T>;
    }
    const outcome = this.#amongProcesses(name, work);
    this.#outcomes.set(name, { body: bodyDigest, outcome });
    outcome.catch(() => this.#outcomes.delete(name));
    return outcome;
  }

  /** Waits while another process runs the same request. Afterwards the store remembers the key, without the answer. */
  #amongProcesses<T>(name: string, work: PressRun<T>): Promise<T> {
    const store = this.#store;
    return withStoreLock(store, `press ${name}`, performance, async (lock) => {
      const [before, remembers] = await Promise.all([store.read('press', name), store.remembers(REMEMBERED_MS)]);
      await store.put('press', name, 'seen', REMEMBERED_MS);
      // After a restart of the store, or of a process that runs alone, earlier requests are unknown. This request may
      // also have waited for an earlier one that the store has forgotten since.
      return work(before !== null || !remembers || lock.hasWaited || lock.mayBeShared);
    });
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The `idempotency-key` header of a write, or undefined if missing; a malformed one is `invalid`. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key)) throw new ProblemError('invalid');
  return key;
}

/** Twelve hexadecimal digits that identify one request or event and find its records in the CRM. */
export function operationRef(of: string): string {
  return hash('sha256', of).slice(0, 12).toUpperCase();
}
