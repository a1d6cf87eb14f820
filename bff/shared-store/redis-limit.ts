import type { Redis, Result } from 'ioredis';
import type { Limit, WindowLimit } from './shared-store.ts';

interface LimitSettings {
  most: number;
  windowMs: number;
  /** The name of a key in the store. */
  nameOf: (key: string) => string;
  isUp: () => boolean;
  /** How many processes share the allowance while the store is down. */
  processes: () => number;
  /** Counts this process's share of the allowance while the store is down. */
  inMemory: WindowLimit;
}

/**
 * Counts in the store. While the store is down, each process counts in memory against its share of the allowance. It
 * assumes that the other processes counted the same number.
 */
export class RedisLimit implements Limit {
  readonly #redis: Redis;
  readonly #settings: LimitSettings;

  constructor(redis: Redis, settings: LimitSettings) {
    this.#redis = redis;
    this.#settings = settings;
  }

  async count(key: string): Promise<number> {
    const { nameOf, processes, inMemory } = this.#settings;
    // A full store can be read but not written, so this process counted the rest in memory.
    const ofAll = (await inMemory.count(key)) * processes();
    const inStore = await this.#ask(() => this.#redis.get(nameOf(key)));
    return Math.max(ofAll, Number(inStore ?? 0));
  }

  async left(key: string): Promise<number> {
    return this.#settings.most - (await this.count(key));
  }

  async take(key: string): Promise<boolean> {
    const used = await this.#add(key, 1);
    return used === undefined ? this.#settings.inMemory.take(key) : used <= this.#settings.most;
  }

  async giveBack(key: string): Promise<void> {
    if ((await this.#add(key, -1)) === undefined) await this.#settings.inMemory.giveBack(key);
  }

  #add(key: string, units: 1 | -1): Promise<number | undefined> {
    const { nameOf, windowMs, most } = this.#settings;
    return this.#ask(() => this.#redis.countKey(nameOf(key), units, windowMs / 1_000, most));
  }

  /** Undefined if the store does not answer, or is known to be down. */
  async #ask<T>(ask: () => Promise<T>): Promise<T | undefined> {
    return this.#settings.isUp() ? ask().catch(() => undefined) : undefined;
  }
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeKey(key: string, holder: string, ttlMs: number): Result<0 | 1, Context>;
    extendKey(key: string, holder: string, ttlMs: number): Result<0 | 1, Context>;
    releaseKey(key: string, holder: string): Result<number, Context>;
    countKey(key: string, units: number, windowSeconds: number, most: number): Result<number, Context>;
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
 * Returns the units used in this window after adding ARGV[1] (negative to return a unit), in a window of ARGV[2] seconds
 * with a limit of ARGV[3]. A refusal uses no unit and creates no key. After the end of a window, its units cannot be
 * returned: a negative count would give the next window a larger limit.
 */
const COUNT = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0') + tonumber(ARGV[1])
if used > tonumber(ARGV[3]) then return used end
if used <= 0 then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return used`;

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
  redis.defineCommand('countKey', { numberOfKeys: 1, lua: COUNT });
  redis.defineCommand('beat', { numberOfKeys: 3, lua: BEAT });
}
