import type { Redis, Result } from 'ioredis';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeKey(key: string, holder: string, ttlMs: number): Result<0 | 1, Context>;
    extendKey(key: string, holder: string, ttlMs: number): Result<0 | 1, Context>;
    releaseKey(key: string, holder: string): Result<number, Context>;
    beat(
      beats: string,
      places: string,
      since: string,
      id: string,
      most: number,
      inUse: number,
      hadPlaces: number,
      firstPlaces: number,
      goneAfterMs: number,
    ): Result<[count: number, rank: number, places: number], Context>;
  }
}

/** Takes a free key, or extends one's own. */
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
 * For the limiter of `rate-limiter-flexible`: what is used of this window after the points of ARGV[1], which are below zero
 * when one comes back, in a window of ARGV[2] seconds that allows ARGV[3]. A refusal uses nothing and makes no key. Of a
 * window that has ended nothing comes back: below zero the next one would allow more.
 */
export const COUNT = `
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
 * A heartbeat, and how many of the CRM's places this process has from now on: its even share, but never what others
 * still have. A process gives its places back by the next heartbeat after its calls have ended. While the store
 * itself has just started nobody gets more than before, because others may not be back on it yet.
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
local places = math.min(share, math.max(most - ofOthers, 0))
if isJustStarted then places = math.min(places, had > 0 and had or first) end
if most < count then places = 1 end
redis.call('HSET', KEYS[2], id, math.max(places, inUse))
return {count, rank, places}`;

export function defineScripts(redis: Redis): void {
  redis.defineCommand('takeKey', { numberOfKeys: 1, lua: TAKE });
  redis.defineCommand('extendKey', { numberOfKeys: 1, lua: EXTEND });
  redis.defineCommand('releaseKey', { numberOfKeys: 1, lua: RELEASE });
  redis.defineCommand('beat', { numberOfKeys: 3, lua: BEAT });
}
