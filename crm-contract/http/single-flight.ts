import { CrmError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import type { Reply } from './outcome.ts';

/**
 * Equal reads at the same moment share one call: twenty colleagues who open the list at nine o'clock cost one call.
 * Only reads for display (priority classes 'staff' and 'read') are shared, never reads that a write depends on. After
 * each write of ours `onWrite` is called, and later reads do not join a read that started before the write.
 */
export function singleFlight(exchange: Exchange, onWrite: () => void): Exchange {
  const inFlight = new Map<string, Promise<Reply>>();
  const written = () => {
    inFlight.clear();
    onWrite();
  };

  return async (request, context) => {
    if (request.effect !== 'read') return exchange(request, context).finally(written);
    // A body that is built when it is sent has no key to compare.
    if (typeof request.json === 'function') return exchange(request, context);
    if (context.priority !== 'read' && context.priority !== 'staff') return exchange(request, context);

    const { method, path, query, json } = request;
    const key = `${method} ${path} ${JSON.stringify(query)} ${json}`;
    for (let running = inFlight.get(key); running; running = inFlight.get(key)) {
      try {
        return await running;
      } catch (error) {
        const initiatorAborted = error instanceof CrmError && error.kind === 'cancelled' && !context.signal?.aborted;
        // The first caller aborted; this one still needs the answer.
        if (!initiatorAborted) throw error;
      }
    }
    const reply = exchange(request, context).finally(() => {
      if (inFlight.get(key) === reply) inFlight.delete(key);
    });
    inFlight.set(key, reply);
    return reply;
  };
}
