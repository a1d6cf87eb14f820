import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived; all requests are recorded. */
export type Seen = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
};

/** How the server treats one request. Returning without ending the response is a hang. */
export type Answer = (response: ServerResponse, seen: Seen) => void;

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers });
    response.end(JSON.stringify(body));
  };

export const html =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<html><body>Onderhoud van Jan Jansen</body></html>');
  };

export const empty =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status);
    response.end();
  };

/** The connection dies before a byte of an answer. */
export const reset: Answer = (response) => response.socket?.resetAndDestroy();

/** The connection dies in the middle of an answer whose length was announced. */
export const resetInBody: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":[{"id":"41', () => response.socket?.resetAndDestroy());
};

/** 200, half of the JSON, and a clean end: only the parser notices. */
export const truncated: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
  response.end('{"data":[{"id":"41');
};

export const hang: Answer = () => {};

/** Headers at once, then a byte now and then: no inactivity timer ever fires on it. */
export const drip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":[');
  const dripping = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(dripping));
};

const MIB = Buffer.alloc(1024 * 1024, 'x');

/** Announces a length that is too large. */
export const oversized: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 7 * MIB.length });
  response.flushHeaders();
};

/** A body that is too large, without an announced length. */
export const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let n = 0; n < 7; n += 1) response.write(MIB);
};

export type FaultCrm = {
  url: string;
  /** Requests below `/crm/v8`, in order of arrival. */
  seen: Seen[];
  tokenRequests: Seen[];
  /** The highest number of `/crm` requests that were open at the same moment. */
  mostAtOnce(): number;
  /** Answers for the next `/crm` requests, in order; the last one stays. */
  answers(...next: Answer[]): void;
  /** Answers for the next token requests, in order; the last one stays. */
  tokenAnswers(...next: Answer[]): void;
  stop(): Promise<void>;
};

export const grant = (value = 'token-1', extra: Record<string, unknown> = {}): Answer =>
  json(200, { access_token: value, token_type: 'Bearer', expires_in: 3600, ...extra });

/** A CRM on loopback with scripted answers, including faults of time and transport. */
export async function startFaultCrm(onPort = 0): Promise<FaultCrm> {
  const seen: Seen[] = [];
  const tokenRequests: Seen[] = [];
  let crmAnswers: Answer[] = [empty(204)];
  let tokenAnswers: Answer[] = [grant()];
  let open = 0;
  let most = 0;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://crm');
    const isToken = url.pathname === '/oauth/v2/token';
    const chunks: Buffer[] = [];
    if (!isToken) {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
    }
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', headers } = request;
    const body = Buffer.concat(chunks).toString('utf8');
    const entry: Seen = { method, path: url.pathname.replace('/crm/v8', ''), query: url.searchParams, headers, body };
    (isToken ? tokenRequests : seen).push(entry);
    const script = isToken ? tokenAnswers : crmAnswers;
    const answer = script.length > 1 ? script.shift() : script[0];
    answer?.(response, entry);
  });
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    tokenRequests,
    mostAtOnce: () => most,
    answers(...next) {
      crmAnswers = next;
    },
    tokenAnswers(...next) {
      tokenAnswers = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}
