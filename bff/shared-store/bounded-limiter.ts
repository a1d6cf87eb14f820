import type { LRUCache } from 'lru-cache';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { boundedCache } from './bounded-cache.ts';

/**
 * The library's limiter in memory, for the most recent keys alone. A refusal uses nothing, and of a window that has ended
 * nothing comes back.
 */
export class BoundedLimiter extends RateLimiterMemory {
  readonly #keys: LRUCache<string, true>;

  constructor(options: IRateLimiterOptions, mostKeys = 10_000) {
    super(options);
    this.#keys = boundedCache(mostKeys, (_, key) => void super.delete(key));
  }

  override async consume(key: string): Promise<RateLimiterRes> {
    this.#keys.set(key, true);
    try {
      return await super.consume(key);
    } catch (refused) {
      await super.reward(key);
      throw refused;
    }
  }

  override async reward(key: string): Promise<RateLimiterRes> {
    const seen = await this.get(key);
    return seen !== null && seen.consumedPoints > 0 ? super.reward(key) : new RateLimiterRes();
  }
}
