import type { Log } from '../http/logging.ts';
import type { Traces } from '../traces/traces.ts';

/** OpenTelemetry is loaded only if there is a collector. */
export async function openTraces(otlpEndpoint: string | null, log: Log): Promise<Traces | null> {
  if (otlpEndpoint === null) return null;
  const { otlpTraces } = await import('../traces/otlp-traces.ts');
  return otlpTraces({
    endpoint: otlpEndpoint,
    reportDelivery(isDelivered) {
      if (isDelivered) log.info({}, 'the trace collector accepts spans again');
      else log.warn({}, 'the trace collector does not accept spans: they are dropped, and nothing else is affected');
    },
  });
}
