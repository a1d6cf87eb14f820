import type { FastifyReply } from 'fastify';

/**
 * Aborts when the client disconnects before the answer is sent, so that reads can stop. Fastify's `request.signal` is
 * not suitable: it also aborts as soon as a body has been read. Never used for writes: a closed tab must not leave one
 * unfinished.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
