import type { Log } from '../http/logging.ts';
import type { Traces } from '../traces/traces.ts';

/** OpenTelemetry is loaded only if there is a collector. */
export async function openTraces(otlpEndpoint: string | null, log: Log): Promise<Traces | null> {
  if (otlpEndpoint === null) return null;
  const { otlpTraces } = await import('../traces/otlp-traces.ts');
  return otlpTraces({
    endpoint: otlpEndpoint,
    reportDelivery(isDelivered) {
      if (isDelivered) log.info({}, 'traces are taken again');
      else log.warn({}, 'traces are not taken by their collector: they are dropped, and nothing else changes');
    },
  });
}
