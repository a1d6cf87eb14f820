import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

/** Who keeps connecting does not keep a process from stopping. */
const MOST_TURNS = 10_000;

export interface LastConnections {
  /**
   * Resolves when everything that had reached the machine is read: a process that was busy finds it when it is to stop, and
   * closing the port would cut it. The event loop accepts one connection in a turn, and reads what came on it in the next.
   */
  allRead(): Promise<void>;
  /**
   * Closes connections without a request in progress, and each other one as soon as its last request is answered. Node's own
   * `close` would wait for them: for connections that a browser opened in advance, for those with half a request's headers,
   * and for kept-alive ones.
   */
  endUnused(): void;
}

/** What a server that stops does with its connections. */
export function lastConnections(server: Server): LastConnections {
  const requestsOn = new Map<Socket, number>();
  let accepted = 0;
  let closing = false;
  const change = (socket: Socket, by: number) => {
    if (socket.destroyed) return;
    const count = (requestsOn.get(socket) ?? 0) + by;
    requestsOn.set(socket, count);
    if (closing && count === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    change(socket, 0);
    socket.once('close', () => requestsOn.delete(socket));
  });
  server.on('request', ({ socket }, answer) => {
    change(socket, 1);
    answer.once('close', () => change(socket, -1));
  });
  return {
    async allRead() {
      let turnsWithoutAny = 0;
      for (let turns = 0; turns < MOST_TURNS && turnsWithoutAny < 2; turns += 1) {
        const before = accepted;
        await turnOfTheLoop();
        turnsWithoutAny = accepted === before ? turnsWithoutAny + 1 : 0;
      }
    },
    endUnused() {
      closing = true;
      for (const socket of requestsOn.keys()) change(socket, 0);
    },
  };
}
