import type { SpanExporter } from '@opentelemetry/sdk-trace';

/** Reports when a collector stops taking spans, and when it takes them again; spans it did not take are dropped. */
export function reportingExporter(exporter: SpanExporter, report: (isDelivered: boolean) => void): SpanExporter {
  let wasDelivered = true;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isDelivered = result.error === undefined && result.code === 0;
        if (isDelivered !== wasDelivered) report(isDelivered);
        wasDelivered = isDelivered;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
