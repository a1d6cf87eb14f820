import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps the connections on which no request is in hand; what it answers with ends them, and each later one as soon as it
 * is unused. Node waits for them when it closes: those that a browser opened ahead and never used, those with half a
 * request's headers (its own look at late ones ends with `close`), those whose last answer promised to keep them open.
 */
export function trackUnused(server: Server): () => void {
  const unused = new Set<Socket>();
  let closing = false;
  const leave = (socket: Socket) => {
    if (closing) socket.destroySoon();
    else unused.add(socket);
  };
  server.on('connection', (socket: Socket) => {
    leave(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }, answer) => {
    unused.delete(socket);
    answer.once('close', () => {
      if (!socket.destroyed) leave(socket);
    });
  });
  return () => {
    closing = true;
    for (const socket of unused) socket.destroySoon();
  };
}
