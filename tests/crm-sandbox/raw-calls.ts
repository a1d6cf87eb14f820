import { type FormData, request } from 'undici';

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
    const answer = await request(`${url}${path}`, {
      method: method as 'GET',
      headers,
      ...(body === undefined ? {} : { body }),
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
