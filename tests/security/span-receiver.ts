import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: unknown }[];
}

interface TraceBody {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** An OpenTelemetry collector that keeps everything it receives. */
export async function startSpanReceiver() {
  const bodies: TraceBody[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      if (request.url === '/v1/traces') bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as TraceBody);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      bodies.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans[0]?.spans ?? [])),
    /** All received spans without the ids of traces, whose random digits may look like personal data. */
    text: () => JSON.stringify(bodies, (key, value) => (/^(trace|span|parentSpan)Id$/.test(key) ? '' : value)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
