import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

/** `/metrics` on a port of its own, out of the internet's reach (`METRICS_PORT`). */
export async function listenForMetrics(metrics: Metrics, port: number, host: string) {
  const server = createServer(async ({ url }, answer) => {
    if (url !== '/metrics') return answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    return answer.end(await metrics.text());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
