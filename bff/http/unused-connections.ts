import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps count of the requests in hand on each connection; what it answers with ends those without any, and each other as
 * soon as its last request is answered. Node's own `close` waits for them: those that a browser opened ahead and never
 * used, those with half a request's headers (its look at late ones ends with `close`), and those whose last answer
 * promised to keep them open.
 */
export function trackUnused(server: Server): () => void {
  const inHand = new Map<Socket, number>();
  let closing = false;
  const change = (socket: Socket, by: number) => {
    if (socket.destroyed) return;
    const count = (inHand.get(socket) ?? 0) + by;
    inHand.set(socket, count);
    if (closing && count === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    change(socket, 0);
    socket.once('close', () => inHand.delete(socket));
  });
  server.on('request', ({ socket }, answer) => {
    change(socket, 1);
    answer.once('close', () => change(socket, -1));
  });
  return () => {
    closing = true;
    for (const socket of inHand.keys()) change(socket, 0);
  };
}
