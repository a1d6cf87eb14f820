import type { FastifyReply } from 'fastify';

/**
 * Aborts when the visitor left before the answer was sent: then a read may stop. Fastify's `request.signal` is not that:
 * it aborts as soon as a body has been read, too. Never for a write: a closed tab must not leave one half done.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
