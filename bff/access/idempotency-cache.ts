import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problems.ts';

const REMEMBERED_MS = 10 * 60_000;

/**
 * One outcome per idempotency key, while this process remembers it: a repeat gets the first answer, a repeat during the
 * first waits for it, the same key with another body is refused. Failures are not remembered, so that the user can try
 * again. What must hold across restarts is looked up in the CRM by its operation reference.
 */
export class IdempotencyCache {
  readonly #outcomes = new LRUCache<string, { body: string; outcome: Promise<unknown> }>({
    max: 10_000,
    ttl: REMEMBERED_MS,
  });

  async run<T>(who: string, key: string | undefined, body: unknown, work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work();
    const name = digest(`${who}\n${key}`);
    const bodyDigest = digest(JSON.stringify(body) ?? '');
    const earlier = this.#outcomes.get(name);
    if (earlier) {
      if (earlier.body !== bodyDigest) throw new ProblemError('invalid');
      return earlier.outcome as Promise<T>;
    }
    const outcome = work();
    this.#outcomes.set(name, { body: bodyDigest, outcome });
    outcome.catch(() => this.#outcomes.delete(name));
    return outcome;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
