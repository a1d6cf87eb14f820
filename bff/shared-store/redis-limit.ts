import type { Redis } from 'ioredis';
import type { Limit, WindowLimit } from './limit.ts';

interface LimitSettings {
  most: number;
  windowMs: number;
  nameOf: (key: string) => string;
  /** How many processes count in the store. */
  processes: () => number;
  /** Undefined while the store does not answer. */
  ask: <T>(operation: string, ask: (redis: Redis) => Promise<T>) => Promise<T | undefined>;
}

/**
 * Counted in the store. While it is away, each process counts in memory against its share of the allowance, and takes the
 * others for having counted as much.
 */
export class RedisLimit implements Limit {
  readonly #settings: LimitSettings;
  readonly #memory: WindowLimit;

  constructor(settings: LimitSettings, memory: WindowLimit) {
    this.#settings = settings;
    this.#memory = memory;
  }

  async count(key: string): Promise<number> {
    const { nameOf, processes, ask } = this.#settings;
    const found = await ask('count', (redis) => redis.get(nameOf(key)));
    return found === undefined ? (await this.#memory.count(key)) * processes() : Number(found ?? 0);
  }

  async left(key: string): Promise<number> {
    return this.#settings.most - (await this.count(key));
  }

  async take(key: string): Promise<boolean> {
    const { nameOf, ask, most, windowMs } = this.#settings;
    const taken = await ask('count one', (redis) => redis.countOne(nameOf(key), most, windowMs));
    return taken === undefined ? this.#memory.take(key) : taken === 1;
  }

  async giveBack(key: string): Promise<void> {
    const { nameOf, ask } = this.#settings;
    const given = await ask('give one back', (redis) => redis.giveOneBack(nameOf(key)));
    if (given === undefined) await this.#memory.giveBack(key);
  }
}
