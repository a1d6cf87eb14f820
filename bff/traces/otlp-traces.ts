import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { allowed, type LogFields } from '../http/logging.ts';
import type { Traces } from './traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    spanContext: Context | undefined;
  }
}

/** What collectors know under a name of OpenTelemetry's conventions; the rest keeps its name in the log. */
const CONVENTIONS: Readonly<Record<string, string>> = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  crmStatus: 'http.response.status_code',
};
/** A stop waits for the last delivery, with its repeats. */
const LONGEST_DELIVERY_MS = 5_000;
const SERVICE = 'thuisbatterij-portaal';

interface TraceSettings {
  /** The collector, without `/v1/traces`. */
  endpoint: string;
  reportDelivery: (isDelivered: boolean) => void;
}

/**
 * Spans hold what a log line may hold, and nothing else: no URL, no header, no message of a fault. What a visitor says of
 * a trace is not believed, and nothing of ours is passed on to the CRM.
 */
export function otlpTraces({ endpoint, reportDelivery }: TraceSettings): Traces {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: LONGEST_DELIVERY_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingExporter(exporter, reportDelivery) })],
  });
  const tracer = provider.getTracer(SERVICE);

  return {
    observe(app) {
      app.decorateRequest('spanContext', undefined);
      app.addHook('onRequest', (request, _reply, done) => {
        const { method } = request;
        const route = request.routeOptions.url ?? 'none';
        const span = tracer.startSpan(
          `${method} ${route}`,
          { kind: SpanKind.SERVER, attributes: attributesOf({ requestId: request.id, method, route }) },
          ROOT_CONTEXT,
        );
        request.spanContext = trace.setSpan(ROOT_CONTEXT, span);
        context.with(request.spanContext, done);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const span = request.spanContext && trace.getSpan(request.spanContext);
        const { statusCode: status } = reply;
        if (span) end(span, { status, problem: request.problem }, status >= 500);
        done();
      });
    },
    crmCall({ operation, lane, outcome, ms, status: crmStatus, code: crmCode, sent }) {
      const startTime = new Date(performance.timeOrigin + performance.now() - ms);
      const span = tracer.startSpan(`CRM ${operation}`, { kind: SpanKind.CLIENT, startTime });
      end(span, { operation, lane, outcome, crmStatus, crmCode, sent }, outcome !== 'ok');
    },
    async close() {
      await provider.shutdown().catch(() => {});
      context.disable();
    },
  };
}

function end(span: Span, fields: LogFields, isFailed: boolean): void {
  span.setAttributes(attributesOf(fields));
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function attributesOf(fields: LogFields): Record<string, string | number> {
  const known = Object.entries(allowed(fields)) as [string, string | number][];
  return Object.fromEntries(known.map(([name, value]) => [CONVENTIONS[name] ?? `portal.${name}`, value]));
}

/** Reports when a collector stops taking spans, and when it takes them again; spans it did not take are dropped. */
function reportingExporter(exporter: SpanExporter, report: (isDelivered: boolean) => void): SpanExporter {
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
