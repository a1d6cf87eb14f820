import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Counts the requests in progress on each connection. The returned function closes connections without any, and each
 * other one as soon as its last request is answered. Node's own `close` would wait for them: for connections that a
 * browser opened in advance, for those with half a request's headers, and for kept-alive ones.
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
