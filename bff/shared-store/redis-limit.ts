import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from './limit.ts';

interface LimitSettings {
  most: number;
  windowMs: number;
  keyPrefix: string;
  nameOf: (key: string) => string;
  /** How many processes share the allowance while the store is away. */
  processes: () => number;
}

/** Counted in the store; while it is away each process has its share of the allowance, in memory. */
export class RedisLimit implements Limit {
  readonly #settings: LimitSettings;
  readonly #limiter: RateLimiterRedis;
  readonly #insurance: RateLimiterMemory;

  constructor(storeClient: Redis, settings: LimitSettings) {
    const { most: points, windowMs, keyPrefix } = settings;
    const duration = windowMs / 1000;
    this.#settings = settings;
    this.#insurance = new RateLimiterMemory({ points, duration, keyPrefix });
    this.#limiter = new RateLimiterRedis({
      storeClient,
      points,
      duration,
      keyPrefix,
      rejectIfRedisNotReady: true,
      insuranceLimiter: this.#insurance,
    });
  }

  async count(key: string): Promise<number> {
    const seen = await this.#limiter.get(this.#settings.nameOf(key));
    return Math.max(0, seen?.consumedPoints ?? 0);
  }

  async left(key: string): Promise<number> {
    return this.#settings.most - (await this.count(key));
  }

  async take(key: string): Promise<boolean> {
    const name = this.#settings.nameOf(key);
    this.#insurance.points = Math.max(1, Math.floor(this.#settings.most / this.#settings.processes()));
    try {
      await this.#limiter.consume(name);
      return true;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      // A refusal uses nothing.
      if (((refused as RateLimiterRes).consumedPoints ?? 0) > 0) await this.#limiter.reward(name);
      return false;
    }
  }

  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(this.#settings.nameOf(key));
  }
}
