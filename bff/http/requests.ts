import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Aborts when the client disconnects before the answer is sent, so that reads can stop. Fastify's `request.signal` is
 * not suitable: it also aborts as soon as a body has been read. Writes never use this signal: a closed tab must not
 * leave a write unfinished.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** The content encodings that a client accepts; a weight of zero means refused (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): string[] {
  return (header ?? '').split(',').flatMap((each) => {
    const [name = '', ...weights] = each.split(';').map((part) => part.trim().toLowerCase());
    return weights.some((weight) => /^q=0(\.0*)?$/.test(weight)) ? [] : [name];
  });
}

/** Address and browser of a request, without line breaks and short enough for the CRM's notes. */
export function clientInfo({ ip, headers }: FastifyRequest): { ip: string; userAgent: string } {
  const userAgent = headers['user-agent'] ?? 'onbekend';
  return { ip, userAgent: userAgent.replace(/[^\x20-\x7e]/g, ' ').slice(0, 300) };
}
