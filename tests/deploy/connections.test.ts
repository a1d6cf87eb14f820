import { readFileSync } from 'node:fs';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { LARGEST_FORM_BYTES } from '../../bff/photos/routes.ts';
import { freePort } from '../bench/free-port.ts';
import { haproxySettings, startHaproxy } from '../soak/haproxy.ts';

/** A portal that is ready, and answers other requests only when the test says so. */
async function startSlowPortal() {
  const waiting: ServerResponse[] = [];
  const server = createServer(({ url }, answer) => {
    if (url === '/readyz') answer.end();
    else waiting.push(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, waiting };
}

test('deploy/haproxy.cfg: one address cannot have more connections than the file allows, and another address still connects', async () => {
  const most = Number(/sc0_conn_cur gt (\d+)/.exec(haproxySettings())?.[1]);
  expect(most).toBeGreaterThan(100);
  const portal = await startSlowPortal();
  const port = await freePort();
  const haproxy = await startHaproxy(port, [portal.port]);
  onTestFinished(() => haproxy.close());
  /** Opens a new connection from this address. Resolves to null if the connection is refused. */
  const ask = (localAddress: string) =>
    new Promise<number | null>((resolve) => {
      const asking = get({ port, host: '127.0.0.1', localAddress, agent: false }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      asking.once('error', () => resolve(null));
    });
  const office = Array.from({ length: most }, () => ask('127.0.0.2'));
  await expect.poll(() => portal.waiting.length).toBe(most);
  expect(await ask('127.0.0.2')).toBeNull();
  const neighbour = ask('127.0.0.3');
  await expect.poll(() => portal.waiting.length).toBe(most + 1);
  for (const answer of portal.waiting) answer.writeHead(200, { connection: 'close' }).end();
  expect(new Set(await Promise.all([...office, neighbour]))).toEqual(new Set([200]));
  // Closed connections make room.
  const again = ask('127.0.0.2');
  await expect.poll(() => portal.waiting.length).toBe(most + 2);
  portal.waiting.at(-1)?.end();
  expect(await again).toBe(200);
});

test('deploy/Caddyfile lets the largest form of photos through', () => {
  const caddyfile = readFileSync(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8');
  // Caddy counts a MB as a million bytes.
  expect(Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]) * 1_000_000).toBeGreaterThanOrEqual(LARGEST_FORM_BYTES);
});
