import { request } from 'undici';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: T;
}

export interface CallOptions {
  hash?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request over HTTP. An answer that is JSON is parsed. */
export async function send(method: string, url: string, { hash, body, headers }: CallOptions): Promise<Answer> {
  const response = await request(url, {
    method: method as 'GET',
    headers: {
      ...(hash !== undefined && { 'x-survey-hash': hash }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  });
  const text = await response.body.text();
  let parsed: unknown = text;
  try {
    parsed = text === '' ? {} : JSON.parse(text);
  } catch {
    // Not JSON: a page or a metrics text.
  }
  return { status: response.statusCode, headers: response.headers, body: parsed as Record<string, unknown> };
}
