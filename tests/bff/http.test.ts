import { once } from 'node:events';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openPortal } from './own-portal.ts';
import { startPortal } from './portal.ts';

const portal = await openPortal();

describe('health and metrics', () => {
  test('/livez and /readyz answer without the CRM', async () => {
    await portal.fault({ kind: 'status', status: 503 });
    expect((await portal.call('GET', '/livez')).status).toBe(200);
    expect((await portal.call('GET', '/readyz')).status).toBe(200);
    await portal.noFaults();
  });

  test('/metrics counts CRM calls by operation and outcome, and names nobody', async () => {
    const anna = portal.as('anna');
    await anna.get('/api/contacts/verify');
    const { body, headers } = await portal.call('GET', '/metrics');
    const text = String(body);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/crm_calls_total\{operation="[\w.]+",outcome="[\w ]+"\} \d+/);
    expect(text).toMatch(/http_request_seconds_bucket\{.*route="\/api\/contacts\/verify"/);
    for (const secret of [anna.hash, anna.contactId, 'example.nl']) expect(text).not.toContain(secret);
  });
});

describe('stopping', () => {
  test('fault 35: finishes accepted requests: a save in flight reaches the CRM and is answered', async () => {
    const stopping = await startPortal();
    const anna = stopping.as('anna');
    const id = anna.dealId;
    await stopping.fault({ match: 'PUT ', kind: 'latency', ms: 400, times: 1 });
    const save = anna.put(`/api/contacts/deals/${id}`, { props: { survey_1_has_solar_panels: true } });
    await stopping.struck(1);
    const [answer] = await Promise.all([save, stopping.close()]);
    expect(answer.status).toBe(200);
    const socket = createConnection(Number(new URL(stopping.url).port), '127.0.0.1');
    const [error] = await once(socket, 'error');
    expect(error.code).toBe('ECONNREFUSED');
  });

  test('fault 35: does not wait for a connection that was opened ahead, has half a request, or is kept open after its answer', async () => {
    const stopping = await startPortal();
    const sockets = ['', 'GET /liv', 'GET /livez HTTP/1.1\r\nhost: portal.test\r\n\r\n'].map((said) => {
      const socket = createConnection(Number(new URL(stopping.url).port), '127.0.0.1');
      socket.write(said);
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // The server accepts connections in order: it has accepted these once it answers on a later one.
    await stopping.call('GET', '/livez');
    const ended = sockets.map((socket) => once(socket.resume(), 'close'));
    await stopping.close();
    await Promise.all(ended);
  });

  test('fault 35: a client that connected just before the port closed is answered', async () => {
    const stopping = await startPortal();
    const { port } = new URL(stopping.url);
    const socket = createConnection(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const closing = stopping.close();
    const isClosed = () =>
      new Promise((resolve) => {
        const another = createConnection(Number(port), '127.0.0.1');
        another.once('error', () => resolve(true));
        another.once('connect', () => resolve(!another.destroy().destroyed));
      });
    await expect.poll(isClosed, { interval: 5 }).toBe(true);
    socket.write('GET /livez HTTP/1.1\r\nhost: portal.test\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK/);
    await closing;
  });

  test('fault 35: does not wait for kept-alive connections after their last answer', async () => {
    const stopping = await startPortal();
    const socket = createConnection(Number(new URL(stopping.url).port), '127.0.0.1');
    // The requests of the start itself do not count.
    await stopping.sandbox('DELETE', '/sandbox/requests');
    await stopping.fault({ match: '/coql', kind: 'latency', ms: 400, times: 2 });
    const asks = (name: string) =>
      `GET /api/contacts/verify HTTP/1.1\r\nhost: portal.test\r\nx-survey-hash: ${stopping.as(name).hash}\r\n\r\n`;
    // The second is sent before the first is answered; one CRM query serves both.
    socket.write(asks('bram') + asks('anna'));
    await stopping.struck(1);
    const [answer] = await Promise.all([text(socket), stopping.close()]);
    expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
    expect(answer.match(/"deals"/g)).toHaveLength(2);
  });
});
