import { Redis } from 'ioredis';

/** Everything in a store, a line for each key. */
export async function storeText(url: string): Promise<string[]> {
  const redis = new Redis(url);
  const lines: string[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    if (type === 'string') lines.push(`${key} ${await redis.get(key)}`);
    else if (type === 'hash') lines.push(`${key} ${JSON.stringify(await redis.hgetall(key))}`);
    else if (type === 'zset') lines.push(`${key} ${JSON.stringify(await redis.zrange(key, '0', '-1'))}`);
    // A key may expire between the list and this look.
    else if (type !== 'none') throw new Error(`${key} is a ${type}`);
  }
  redis.disconnect();
  return lines;
}
