import type { Redis, Result } from 'ioredis';
import type { LRUCache } from 'lru-cache';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { boundedCache, type Limit } from './shared-store.ts';

interface LimitSettings {
  most: number;
  windowMs: number;
  /** How many keys are kept while the store is down. */
  mostKeys: number | undefined;
  keyPrefix: string;
  nameOf: (key: string) => string;
  isUp: () => boolean;
  /** How many processes share the allowance while the store is down. */
  processes: () => number;
}

/**
 * Counts in the store. While the store is down, each process counts in memory against its share of the allowance. It
 * assumes that the other processes counted the same number.
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
    // A full store can be read but not written, so this process counted the rest in memory.
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

  /** Skips a store that is known to be down. */
  get #current(): RateLimiterRedis | BoundedLimiter {
    const { most, processes, isUp } = this.#settings;
    this.#insurance.points = Math.max(1, Math.floor(most / processes()));
    return isUp() ? this.#limiter : this.#insurance;
  }
}

/**
 * The library's in-memory limiter, limited to the most recent keys. A refusal uses no points. After the end of a
 * window, its points cannot be returned.
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

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeKey(key: string, holder: string, ttlMs: number): Result<0 | 1, Context>;
    extendKey(key: string, holder: string, ttlMs: number): Result<0 | 1, Context>;
    releaseKey(key: string, holder: string): Result<number, Context>;
    beat(
      beats: string,
      slots: string,
      since: string,
      id: string,
      most: number,
      inUse: number,
      hadSlots: number,
      firstSlots: number,
      goneAfterMs: number,
    ): Result<[count: number, rank: number, slots: number], Context>;
  }
}

/** Takes a free key, or extends the holder's own. */
const TAKE = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const EXTEND = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

const RELEASE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * Script for the limiter of `rate-limiter-flexible`: returns the points used in this window after adding ARGV[1]
 * (negative to return a point), in a window of ARGV[2] seconds with a limit of ARGV[3]. A refusal uses no points and
 * creates no key. After the end of a window, its points cannot be returned: a negative count would give the next window
 * a larger limit.
 */
const COUNT = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0') + tonumber(ARGV[1])
if used > tonumber(ARGV[3]) then return {used, redis.call('PTTL', KEYS[1])} end
if used <= 0 then
  redis.call('DEL', KEYS[1])
  return {0, 0}
end
redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return {used, redis.call('PTTL', KEYS[1])}`;

/**
 * A heartbeat that also returns this process's number of CRM slots: its even share, but never slots that other
 * processes still have. A process returns slots with the next heartbeat after their calls have ended. Right after a
 * start of the store, no process gets more than before, because other processes may not have reconnected yet.
 */
const BEAT = `
local id, most, inUse, had, first, gone = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, dead in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - gone)) do
  redis.call('ZREM', KEYS[1], dead)
  redis.call('HDEL', KEYS[2], dead)
end
redis.call('ZADD', KEYS[1], now, id)
redis.call('SET', KEYS[3], now, 'NX')
local isJustStarted = now - tonumber(redis.call('GET', KEYS[3])) < gone
local ids = redis.call('ZRANGE', KEYS[1], 0, -1)
table.sort(ids)
local count, rank, ofOthers = #ids, 0, 0
for index, each in ipairs(ids) do
  if each == id then rank = index - 1 else ofOthers = ofOthers + tonumber(redis.call('HGET', KEYS[2], each) or '0') end
end
local share = math.floor(most / count)
if rank < most % count then share = share + 1 end
local slots = math.min(share, math.max(most - ofOthers, 0))
if isJustStarted then slots = math.min(slots, had > 0 and had or first) end
if most < count then slots = 1 end
redis.call('HSET', KEYS[2], id, math.max(slots, inUse))
return {count, rank, slots}`;

export function defineScripts(redis: Redis): void {
  redis.defineCommand('takeKey', { numberOfKeys: 1, lua: TAKE });
  redis.defineCommand('extendKey', { numberOfKeys: 1, lua: EXTEND });
  redis.defineCommand('releaseKey', { numberOfKeys: 1, lua: RELEASE });
  redis.defineCommand('beat', { numberOfKeys: 3, lua: BEAT });
}
