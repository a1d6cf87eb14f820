import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { CallReport } from '../../crm-contract/http/exchange.ts';
import { allowed, type LogFields } from '../http/logging.ts';
import type { App } from '../http/route-description.ts';

declare module 'fastify' {
  interface FastifyRequest {
    spanContext: Context | undefined;
  }
}

/** Fields with a name in OpenTelemetry's conventions; the others keep their log name. */
const CONVENTIONS: Readonly<Record<string, string>> = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  crmStatus: 'http.response.status_code',
};
/** The time limit of a delivery with its retries. A shutdown waits for the last delivery. */
const LONGEST_DELIVERY_MS = 5_000;
const SERVICE = 'thuisbatterij-portaal';

/** Spans of requests and of the CRM calls that they cause, sent to a collector. */
export interface Traces {
  /** From now on each request is a span that contains the calls made for it. */
  observe(app: App): void;
  crmCall(report: CallReport): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

interface TraceSettings {
  /** The collector's URL, without `/v1/traces`. */
  endpoint: string;
  reportDelivery: (isDelivered: boolean) => void;
}

/**
 * Spans contain only fields allowed in a log line: no URL, no header, no error message. Trace headers from clients are
 * ignored, and none are sent to the CRM.
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
    crmCall({ operation, priority, outcome, ms, status: crmStatus, code: crmCode, sent }) {
      const startTime = new Date(performance.timeOrigin + performance.now() - ms);
      const span = tracer.startSpan(`CRM ${operation}`, { kind: SpanKind.CLIENT, startTime });
      end(span, { operation, lane: priority, outcome, crmStatus, crmCode, sent }, outcome !== 'ok');
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

/** Reports when a collector stops accepting spans, and when it accepts them again; rejected spans are dropped. */
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
