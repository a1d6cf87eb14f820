import type { FastifyReply } from 'fastify';

/**
 * Aborts when the visitor disconnects before the answer was sent, so that a read can stop. Fastify's `request.signal`
 * does not fit: it also aborts as soon as a body has been read. Never used for a write: a closed tab must not leave one
 * half done.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
