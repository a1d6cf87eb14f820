import type { Socket } from 'node:net';
import { answerOf, ProblemError } from './problems.ts';

/** Node's error codes for unreadable requests; any other is a bad request. */
const STATUSES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For what never became a request: answers with the usual error body and headers, then closes the connection. */
export function refuseConnection(socket: Socket, code: string | undefined, headers: Record<string, string>): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[code ?? ''] ?? '400 Bad Request';
  const { body } = answerOf(new ProblemError('invalid'), crypto.randomUUID());
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}
