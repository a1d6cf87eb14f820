import type { Redis } from 'ioredis';
import type { LRUCache } from 'lru-cache';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { boundedCache } from './bounded-cache.ts';
import type { Limit } from './limit.ts';
import { COUNT } from './redis-scripts.ts';

interface LimitSettings {
  most: number;
  windowMs: number;
  /** How many keys are remembered while the store is away. */
  mostKeys: number | undefined;
  keyPrefix: string;
  nameOf: (key: string) => string;
  isUp: () => boolean;
  /** How many processes share the allowance while the store is away. */
  processes: () => number;
}

/**
 * Counted in the store. While it is away, each process counts in memory against its share of the allowance, and takes the
 * others for having counted as much.
 */
export class RedisLimit implements Limit {
  readonly #settings: LimitSettings;
  readonly #insurance: BoundedLimiter;
  readonly #limiter: RateLimiterRedis;

  constructor(storeClient: Redis, settings: LimitSettings) {
    const { most: points, windowMs, keyPrefix, mostKeys } = settings;
    const counted = { points, duration: windowMs / 1000, keyPrefix };
    this.#settings = settings;
    this.#insurance = new BoundedLimiter(counted, mostKeys);
    this.#limiter = new RateLimiterRedis({
      ...counted,
      storeClient,
      customIncrTtlLuaScript: COUNT,
      insuranceLimiter: this.#insurance,
    });
  }

  async count(key: string): Promise<number> {
    const { nameOf, isUp, processes } = this.#settings;
    const inMemory = await this.#insurance.get(nameOf(key));
    // A store that is full can be read: what it did not count was counted here.
    const ofAll = (inMemory?.consumedPoints || 0) * processes();
    const inStore = isUp() ? await this.#limiter.get(nameOf(key)) : null;
    return Math.max(ofAll, inStore?.consumedPoints || 0);
  }

  async left(key: string): Promise<number> {
    return this.#settings.most - (await this.count(key));
  }

  async take(key: string): Promise<boolean> {
    try {
      await this.#current.consume(this.#settings.nameOf(key));
      return true;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return false;
    }
  }

  async giveBack(key: string): Promise<void> {
    await this.#current.reward(this.#settings.nameOf(key));
  }

  /** A store that is known to be away is not asked. */
  get #current(): RateLimiterRedis | BoundedLimiter {
    const { most, processes, isUp } = this.#settings;
    this.#insurance.points = Math.max(1, Math.floor(most / processes()));
    return isUp() ? this.#limiter : this.#insurance;
  }
}

/**
 * The library's limiter in memory, for the most recent keys alone. A refusal uses nothing, and of a window that has ended
 * nothing comes back.
 */
class BoundedLimiter extends RateLimiterMemory {
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
