import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the system's ephemeral range, so that a port stays free for a restart. */
const FIRST = 20_000;
const COUNT = 10_000;
/**
 * Counts up from a place of its own in each process, because a port is taken only some time after it was found free:
 * with random ports two processes took the same one. The factor puts processes that start together far apart.
 */
let next = process.pid * 6_180;

export async function freePort(): Promise<number> {
  const port = FIRST + (next++ % COUNT);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}
