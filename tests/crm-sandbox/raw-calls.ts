import { request } from 'undici';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body; a type would say it twice
  json: any;
}

export type Headers = Record<string, string>;

/** A call to any path of a server, as it is. */
export type Raw = (
  method: string,
  path: string,
  body?: string | Buffer | FormData,
  headers?: Headers,
) => Promise<Reply>;

export function rawCallsTo(url: string): Raw {
  return async (method, path, body, headers = {}) => {
    // Node contains an undici beside ours, and the one that is loaded first sends the requests of both. It cannot read
    // a form that the other one made, and the request hangs. So a form is turned into bytes first.
    const form = body instanceof FormData ? new Response(body) : null;
    const sent = form ? Buffer.from(await form.arrayBuffer()) : (body as string | Buffer | undefined);
    const answer = await request(`${url}${path}`, {
      method: method as 'GET',
      headers: { ...(form && { 'content-type': form.headers.get('content-type') ?? '' }), ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const text = bytes.toString('utf8');
    return { status: answer.statusCode, headers: answer.headers, bytes, text, json: parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
