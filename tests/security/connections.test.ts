import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { refuseSlowReaders } from '../../bff/http/connections.ts';
import type { ZodTypes } from '../../bff/http/route-description.ts';
import { openPortal } from '../bff/own-portal.ts';
import { rawAnswer } from '../bff/photos/photo-desk.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { withoutCrmCalls, withoutWrites } from './crm-calls.ts';

const portal = await openPortal();

const port = () => Number(new URL(portal.url).port);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal.test\r\n\r\n`;

/** Everything received until the other side closes the connection. */
async function heardUntilClose(bytes: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  socket.write(bytes);
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return heard;
}

describe('many requests on one connection', () => {
  test('four at once are answered, in order', async () => {
    const paths = ['/livez', '/api/site', '/readyz', '/livez'];
    const last = 'GET /readyz HTTP/1.1\r\nHost: portal.test\r\nConnection: close\r\n\r\n';
    const heard = await heardUntilClose(paths.slice(0, 3).map(get).join('') + last);
    expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
    expect(heard.indexOf('"brand"')).toBeGreaterThan(heard.indexOf('"ok"'));
  });

  test('hundreds at once end the connection, and keep memory bounded', async () => {
    await portal.call('GET', '/api/openapi.json');
    const before = process.memoryUsage();
    const heard = await Promise.all(
      Array.from({ length: 10 }, () => heardUntilClose(get('/api/openapi.json').repeat(500))),
    );
    const after = process.memoryUsage();
    for (const all of heard) expect(all.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(10);
    const grown = after.heapUsed + after.external - before.heapUsed - before.external;
    expect(grown / 1e6).toBeLessThan(60);
    expect((await portal.call('GET', '/livez')).status).toBe(200);
  });
});

test('a client has two minutes to read an answer of the portal', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await portal.call('GET', '/livez');
  const set = timers.mock.calls.map(([, ms]) => ms);
  timers.mockRestore();
  expect(set).toContain(120_000);
});

test('a request whose client disconnected before the answer is not kept for those two minutes', async () => {
  const app = fastify().withTypeProvider<ZodTypes>();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  refuseSlowReaders(app, 123_456);
  app.addHook('onSend', async () => answered.resolve());
  app.get('/', async ({ raw }) => {
    asked.resolve();
    await once(raw.socket, 'close');
    return 'too late';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(get('/'));
  await asked.promise;
  socket.destroy();
  await answered.promise;
  const set = timers.mock.calls.map(([, ms]) => ms);
  timers.mockRestore();
  expect(set).not.toContain(123_456);
  await app.close();
});

test('a client that does not read its answer in time loses the connection', async () => {
  const app = fastify().withTypeProvider<ZodTypes>();
  refuseSlowReaders(app, 100);
  app.get('/', async () => Buffer.alloc(50_000_000));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.pause();
  socket.write(get('/'));
  const [held] = await once(app.server, 'connection');
  await once(held, 'close');
  await app.close();
  socket.destroy();
});

describe('requests that are refused before any route', () => {
  test('a request with an unknown "Expect" header gets our own body and headers', async () => {
    const answer = await rawAnswer(portal, 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    for (const part of ['"error":"invalid"', 'content-security-policy', 'x-content-type-options', 'no-store'])
      expect(answer.toLowerCase()).toContain(part);
  });

  // A check that decides by path, in the portal or in a proxy, must read the same path as the router.
  test.each(['/%61pi/contacts/verify', 'http://a/api/contacts/verify', '/api%2Fsite%2e'])(
    'a path in another spelling (%s) is refused before anything is looked up',
    async (path) => {
      const elsewhere = `x-survey-hash: ${portal.as('anna').hash}\r\nsec-fetch-site: cross-site`;
      await withoutCrmCalls(portal, async () => {
        const answer = await rawAnswer(portal, `GET ${path} HTTP/1.1\r\nHost: a\r\n${elsewhere}\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer.toLowerCase()).toContain('cache-control: no-store');
      });
    },
  );

  test('an answer names twenty of the unknown fields of a body, whatever their number and length', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`veld${at}-onbekend`, 1]));
    const long = { ['x'.repeat(50_000)]: 1 };
    for (const properties of [many, long]) {
      const { status, body } = await portal.as('joke').post('/api/contacts/contactDetails', { properties });
      expect([status, body.error]).toEqual([422, 'field_not_allowed']);
      expect(JSON.stringify(body).length).toBeLessThan(3_000);
    }
  });
});

describe('security 44 methods', () => {
  test.each(['DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'OPTIONS'])('security 44 %s is refused', async (method) => {
    await withoutCrmCalls(portal, async () => {
      for (const path of ['/api/contacts/verify', portal.as('bram').deal, '/api/admin/stats', '/', '/livez']) {
        const answer = await portal.call(method, path, {
          hash: portal.as('bram').hash,
          headers: { authorization: ADMIN_DIGEST },
        });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(JSON.stringify(answer.body)).not.toContain(portal.as('bram').hash);
      }
    });
  });

  test('security 44 unknown methods are refused, a method override header is ignored', async () => {
    expect(await rawAnswer(portal, 'HACK /api/site HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const bram = portal.as('bram');
    await withoutWrites(portal, async () => {
      const headers = { 'x-http-method-override': 'PUT', 'x-method-override': 'DELETE' };
      const answer = await portal.call('GET', `${bram.deal}?_method=PUT`, { hash: bram.hash, headers });
      expect(answer.status).toBe(200);
    });
  });
});
