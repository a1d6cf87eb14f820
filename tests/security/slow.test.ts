import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openPortal } from '../bff/own-portal.ts';

const SLOW = 200;

const portal = await openPortal();

test(`security 35 ${SLOW} connections that never finish their headers are ended with 408; others are served in the meantime`, async () => {
  const port = Number(new URL(portal.url).port);
  const slow: Socket[] = [];
  for (let n = 0; n < SLOW; n += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /api/contacts/verify HTTP/1.1\r\nHost: x\r\nx-a: ');
    slow.push(socket);
  }
  const ended = slow.map(async (socket) => {
    const heard: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(heard).toString().split('\r\n')[0];
  });
  const bram = portal.as('bram');
  expect((await bram.get('/api/contacts/verify')).status).toBe(200);
  expect(new Set(await Promise.all(ended))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  expect((await bram.get('/api/contacts/verify')).status).toBe(200);
});
