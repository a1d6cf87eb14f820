import { createHash } from 'node:crypto';
import type { Sender, WireAnswer, WireRequest } from './send.ts';

/** One request and its answer as sent over the network. */
export type TapedExchange = { request: TapedRequest; response: TapedResponse };

export type TapedRequest = {
  method: string;
  /** Without query and host: the path determines the host. */
  path: string;
  query: Record<string, string>;
  /** The headers that change the meaning of a request. */
  headers: Record<string, string>;
  /** JSON unchanged, a form as its fields, a file as a description; absent if nothing was sent. */
  body?: unknown;
};

type TapedResponse = {
  status: number;
  headers: Record<string, string>;
  /** JSON unchanged, else text; absent if the answer was empty. */
  body?: unknown;
};

const REQUEST_HEADERS = ['accept', 'authorization', 'content-type', 'if-unmodified-since'] as const;

/**
 * A sender that also passes every exchange to `write`: for recordings, never part of a running portal. Nothing is
 * omitted, not even access tokens.
 *
 * @throws Error if there was no complete answer
 */
export function taped(sender: Sender, write: (exchange: TapedExchange) => void): Sender {
  // Written in the order of sending, even if a later request is answered first.
  let earlier: Promise<void> = Promise.resolve();
  return {
    async send(request, capMs) {
      const before = earlier;
      const { promise, resolve: written } = Promise.withResolvers<void>();
      earlier = promise;
      try {
        const sent: Uint8Array[] = [];
        const answer = await sender.send({ ...request, body: copied(request.body, sent) }, capMs);
        const { method, path, headers } = request;
        if ('failed' in answer) throw new Error(`${method} ${path}: no answer (${answer.code ?? answer.failed})`);
        const body = typeof request.body === 'string' ? Buffer.from(request.body) : Buffer.concat(sent);
        const exchange = { request: await tapedRequest(method, path, headers, body), response: tapedResponse(answer) };
        await before;
        write(exchange);
        return answer;
      } finally {
        written();
      }
    },
    close: () => sender.close(),
  };
}

/** The form in which requests are compared: `path` with its query, header names in lower case. */
export async function tapedRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<TapedRequest> {
  const url = new URL(path, 'http://crm');
  const type = headers['content-type'] ?? '';
  const recorded = REQUEST_HEADERS.flatMap((name) => {
    const value = headers[name];
    // The boundary of a multipart body is random.
    return value === undefined ? [] : [[name, value.replace(/; boundary=.*/, '')]];
  });
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(recorded),
    ...(body.length > 0 && { body: await described(body, type) }),
  };
}

function tapedResponse({ status, retryAfter, creditsLeft, text }: WireAnswer): TapedResponse {
  return {
    status,
    headers: {
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
      ...(creditsLeft !== null && { 'x-api-credits-remaining': creditsLeft }),
    },
    ...(text !== '' && { body: jsonOrText(text) }),
  };
}

function copied(body: WireRequest['body'], chunks: Uint8Array[]): WireRequest['body'] {
  if (body === undefined || typeof body === 'string') return body;
  return (async function* () {
    for await (const chunk of body) {
      chunks.push(chunk);
      yield chunk;
    }
  })();
}

async function described(body: Buffer, type: string): Promise<unknown> {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) return jsonOrText(body.toString());
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await fileIn(value),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

async function fileIn(file: File) {
  const sha256 = createHash('sha256').update(Buffer.from(await file.arrayBuffer()));
  return { name: file.name, type: file.type, bytes: file.size, sha256: sha256.digest('hex') };
}

/** A body for comparison; text if it is not JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
